import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { temporaryFolder } from '../apps/server/src/testing/temporary-folder.ts';
import { ensureCoturn } from './tools.ts';

const LISTS_LOCKED =
  'E: Could not get lock /var/lib/apt/lists/lock. It is held by process 4711 (apt-get)\nE: Unable to lock directory /var/lib/apt/lists/';

beforeEach(() => {
  vi.spyOn(process, 'getuid').mockReturnValue(0);
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  vi.spyOn(console, 'log').mockReturnValue();
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

/** Nothing but these commands is found: an apt-get that refuses so many updates with these words, and a sleep that takes no time. */
function standIn({ refusals, words }: { refusals: number; words: string }): () => string[] {
  const folder = temporaryFolder();
  const runs = join(folder, 'runs');
  const command = (name: string, ...lines: string[]) =>
    writeFileSync(join(folder, name), ['#!/bin/sh', `echo "${name} $1" >> ${runs}`, ...lines].join('\n'), {
      mode: 0o755,
    });
  symlinkSync('/bin/sh', join(folder, 'sh'));
  command('sleep');
  const left = join(folder, 'left');
  writeFileSync(left, `${refusals}\n`);
  command(
    'apt-get',
    '[ "$1" = update ] || exit 0',
    `read left < ${left}`,
    '[ "$left" -gt 0 ] || exit 0',
    `echo $((left - 1)) > ${left}`,
    `echo "${words}" >&2`,
    'exit 100',
  );
  vi.stubEnv('PATH', folder);
  return () => readFileSync(runs, 'utf8').trim().split('\n');
}

test('while another run has the lock of apt’s lists it is asked for again each second, and then the tool is installed', () => {
  const runs = standIn({ refusals: 2, words: LISTS_LOCKED });
  expect(ensureCoturn()).toBe(true);
  const waiting = ['apt-get update', 'sleep 1'];
  expect(runs()).toEqual([...waiting, ...waiting, 'apt-get update', 'apt-get install']);
});

test('what else stops apt is not waited for', () => {
  const runs = standIn({ refusals: 1, words: 'E: The repository has no Release file.' });
  expect(ensureCoturn()).toBe(false);
  expect(runs()).toEqual(['apt-get update']);
});
