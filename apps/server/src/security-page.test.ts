import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../../..');
const page = readFileSync(join(ROOT, 'docs/security.md'), 'utf8');

/** Matches `file`: “title”, with the title as the file has it. */
const named = [...page.matchAll(/`([\w/.-]+\.(?:test|e2e)\.tsx?)`(?:: “([^”]+)”)?/g)].map(([, file = '', title]) => ({
  file,
  title,
}));

test('every test that docs/security.md names exists, by file and title', () => {
  expect(named.length).toBeGreaterThan(100);
  const gone = named.filter(({ file, title = '' }) => {
    const path = join(ROOT, file);
    return !existsSync(path) || !readFileSync(path, 'utf8').includes(title);
  });
  expect(gone).toEqual([]);
});

test('every requirement stands there once, and a yes has its test', () => {
  const rows = page.split('\n').filter((line) => /^\| V\d/.test(line));
  expect(new Set(rows.map((row) => row.split(' | ')[0])).size).toBe(rows.length);
  expect(rows).toHaveLength(253);
  const count = (state: string): number => rows.filter((row) => row.split(' | ')[2] === state).length;
  const [yes, none, partly] = [count('yes'), count('not applicable'), count('partly, or the operator’s')];
  expect(page).toContain(
    `${yes} yes, ${none} not applicable, ${partly} in part or the operator’s to do, ${count('no')} no.`,
  );
  const claimed = rows.filter((row) => row.includes('| yes |'));
  expect(claimed.filter((row) => !/\.(?:test|e2e)\.ts`/.test(row))).toEqual([]);
});

test('SECURITY.md says in how many days each kind of fault and of dependency is mended', () => {
  const frames = readFileSync(join(ROOT, 'SECURITY.md'), 'utf8').split('## Time frames')[1] ?? '';
  const rows = [...frames.matchAll(/^\| (.+) \| (?:every )?(\d+) days \|$/gm)];
  const dependencies = rows.filter(([, what]) => /dependency|advisory/.test(what ?? ''));
  expect(rows.map(([, , days]) => Number(days))).toEqual([2, 7, 30, 90]);
  for (const kind of ['critical or high', 'medium', 'without an advisory'])
    expect(dependencies.some(([, what]) => what?.includes(kind))).toBe(true);
});

test('only what the operator has named is called: the provider, the store, the judges and push services', () => {
  const sources = globSync('**/*.ts', { cwd: import.meta.dirname }).filter((file) => !/\.test\.|testing/.test(file));
  const calling = sources.filter((file) =>
    /\bfetch\(|'(?:openid-client|undici|node:https)'|\brequest\(\{/.test(
      readFileSync(join(import.meta.dirname, file), 'utf8'),
    ),
  );
  expect(calling.toSorted()).toEqual([
    'identity/providers.ts',
    'media/s3-driver.ts',
    'push/courier.ts',
    'screening/hook.ts',
  ]);
});
