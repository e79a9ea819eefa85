import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../../..');
const rows = readFileSync(join(ROOT, 'docs/testing.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| '));

interface Size {
  /** As docs/testing.md names a file: `stress/joins`. */
  file: string;
  small: number;
  full: number;
}

/** Every size that a test takes small with each change, and whole by a flag. */
const sizes = globSync('**/*.test.ts', { cwd: import.meta.dirname }).flatMap((path): Size[] =>
  [
    ...readFileSync(join(import.meta.dirname, path), 'utf8').matchAll(
      /sizeOf\(\{ small: ([\d_]+), full: ([\d_]+) \}\)/g,
    ),
  ].map(([, small = '', full = '']) => ({
    file: path.replace(/(\.db)?\.test\.ts$/, ''),
    small: read(small),
    full: read(full),
  })),
);

function read(literal: string): number {
  return Number(literal.replaceAll('_', ''));
}

/** Alone: 10 is not in 10,000. Nothing is said of none. */
function says(row: string, number: number): boolean {
  return number === 0 || new RegExp(`(?<![\\d,])${number.toLocaleString('en')}(?![\\d,]*\\d)`).test(row);
}

test('docs/testing.md has both sizes of every test that has two', () => {
  expect(sizes.length).toBeGreaterThan(25);
  const untold = sizes.filter(
    ({ file, small, full }) => !rows.some((row) => row.includes(`\`${file}\``) && says(row, small) && says(row, full)),
  );
  expect(untold).toEqual([]);
});
