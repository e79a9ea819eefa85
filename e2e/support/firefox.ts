import { existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
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

/** Headless, with a profile of its own that goes with it. Its microphone gives a tone of so many hertz, or there is none. */
export async function launchFirefox(hertz: number | 'none'): Promise<Browser> {
  const profile = mkdtempSync(join(tmpdir(), 'yonder-firefox-'));
  const browser = await firefox.launch({
    channel: 'moz-firefox',
    executablePath: process.execPath,
    ignoreDefaultArgs: true,
    args: [PROGRAM, profile, `${hertz}`],
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
  const pages = startedBy(launched(browser)).filter(isOfPages);
  const before = pages.map(runNs);
  const since = performance.now();
  await pause(ms);
  const spentNs = pages.map((pid, i) => runNs(pid) - (before[i] ?? NaN)).filter(Number.isFinite);
  if (spentNs.length === 0) throw new Error('no page process of Firefox was found');
  return Math.max(...spentNs) / ((performance.now() - since) * 1e6);
}

function launched(browser: Browser): string | undefined {
  const arguments_ = `${PROGRAM}\0${profiles.get(browser)}\0`;
  return processes().find((pid) => read(pid, 'cmdline').includes(arguments_));
}

/** What it has started, what that has started, and so on: Firefox forks the processes of its pages from one of its own. */
function startedBy(ancestor: string | undefined): string[] {
  if (ancestor === undefined) return [];
  const children = Map.groupBy(processes(), (pid) => /^PPid:\s*(\d+)$/m.exec(read(pid, 'status'))?.[1]);
  const found: string[] = [];
  for (let next = [ancestor]; next.length > 0; next = next.flatMap((pid) => children.get(pid) ?? []))
    found.push(...next);
  return found;
}

/** One that was forked has its command line written over: between its words are spaces then. */
function isOfPages(pid: string): boolean {
  return /[\0 ]tab\0*$/.test(read(pid, 'cmdline'));
}

/** Nanoseconds that the main thread has run. NaN: the process has ended. */
function runNs(pid: string): number {
  const text = read(pid, `task/${pid}/schedstat`);
  return text === '' ? NaN : Number(text.split(' ')[0]);
}

function processes(): string[] {
  return readdirSync('/proc').filter((name) => /^\d+$/.test(name));
}

function read(pid: string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    // It has ended meanwhile.
    return '';
  }
}
