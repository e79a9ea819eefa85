import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../../..');
const rows = readFileSync(join(ROOT, 'docs/testing.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| '));

const SIZES = /sizeOf\(\{ small: ([\d_]+), full: ([\d_]+) \}\)/g;

/** Tests that are small with each change and full-size by a flag, as docs/testing.md names them: `stress/joins`. */
const sized = globSync('**/*.test.ts', { cwd: import.meta.dirname })
  .map((path) => ({
    file: path.replace(/(\.db)?\.test\.ts$/, ''),
    sizes: [...readFileSync(join(import.meta.dirname, path), 'utf8').matchAll(SIZES)].map(([, ...both]) =>
      both.map((literal) => Number(literal.replaceAll('_', ''))),
    ),
  }))
  .filter(({ sizes }) => sizes.length > 0);

function rowsOf(file: string): string[] {
  return rows.filter((row) => row.includes(`\`${file}\``));
}

/** Matches a whole number: 10 is not in 10,000. One of something may be a word. */
function says(row: string, number: number): boolean {
  return number <= 1 || new RegExp(`(?<![\\d,])${number.toLocaleString('en')}(?![\\d,]*\\d)`).test(row);
}

test('docs/testing.md has every test of two sizes', () => {
  expect(sized.length).toBeGreaterThan(20);
  expect(sized.map(({ file }) => file).filter((file) => rowsOf(file).length === 0)).toEqual([]);
});

test('and both sizes, where a test has one pair of them', () => {
  const wrong = sized
    .filter(({ sizes }) => sizes.length === 1)
    .filter(({ file, sizes }) => !rowsOf(file).some((row) => sizes.flat().every((number) => says(row, number))));
  expect(wrong).toEqual([]);
});
