import { existsSync, globSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Browser, firefox } from '@playwright/test';

/** The stock Firefox: Debian's, or the one that an operator names. */
const FIREFOX = process.env['FIREFOX_PATH'] ?? '/usr/bin/firefox-esr';
const PROGRAM = fileURLToPath(new URL('firefox-process.ts', import.meta.url));

/** Profiles by browser: the processes of one name its profile. */
const profiles = new WeakMap<Browser, string>();

export function hasFirefox(): boolean {
  return existsSync(FIREFOX);
}

/** Headless, with a profile of its own that goes with it. */
export async function launchFirefox(): Promise<Browser> {
  const profile = mkdtempSync(join(tmpdir(), 'yonder-firefox-'));
  const browser = await firefox.launch({
    channel: 'moz-firefox',
    executablePath: process.execPath,
    ignoreDefaultArgs: true,
    args: [PROGRAM, profile],
    env: { ...process.env, FIREFOX_PATH: FIREFOX },
  });
  profiles.set(browser, profile);
  return browser;
}

/**
 * Of so many milliseconds, the share in which the main thread of its busiest page process ran, 0 to 1. On Linux.
 * Throws when there was no page process to be measured.
 */
export async function firefoxBusyShare(browser: Browser, ms: number): Promise<number> {
  const main = findProcess((words) => words.includes(profiles.get(browser) ?? '') && !words.includes(PROGRAM));
  const pages = globSync('/proc/[0-9]*/cmdline').flatMap((file) => {
    const words = wordsOf(file);
    return words.at(-1) === 'tab' && words[words.indexOf('-parentPid') + 1] === main ? [pidOf(file)] : [];
  });
  const before = pages.map(runNs);
  const since = performance.now();
  await pause(ms);
  const spentNs = pages.map((pid, i) => runNs(pid) - (before[i] ?? NaN)).filter(Number.isFinite);
  if (spentNs.length === 0) throw new Error('no page process of Firefox was found');
  return Math.max(...spentNs) / ((performance.now() - since) * 1e6);
}

/** Nanoseconds that the main thread has run. NaN: the process has ended. */
function runNs(pid: string): number {
  try {
    return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[0]);
  } catch {
    return NaN;
  }
}

function findProcess(isIt: (words: string[]) => boolean): string | undefined {
  const file = globSync('/proc/[0-9]*/cmdline').find((one) => isIt(wordsOf(one)));
  return file === undefined ? undefined : pidOf(file);
}

function wordsOf(file: string): string[] {
  try {
    return readFileSync(file, 'utf8')
      .split('\0')
      .filter((word) => word !== '');
  } catch {
    // It has ended meanwhile.
    return [];
  }
}

function pidOf(file: string): string {
  return file.split('/')[2] ?? '';
}
