import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const SOURCES = join(import.meta.dirname, '..');
/** Marks that other languages write differently, between two values or after one. */
const JOINS = [
  // In a string: only translated messages may have them.
  /(?<!\b(?:t|msg)|message: )`[^`\n]*\}[,:.] \$\{[^`\n]*`/g,
  /\.join\((?<quote>['"`])[,:.;] \k<quote>\)/g,
  // Between the elements of a page.
  /[>}][,:] ?(?:\{' '\}|<[/A-Z])/g,
  /^\s*[,:.] <[A-Z]/gm,
  /<Trans>[^<]*\.<\/Trans>\}\s*<[A-Z]/g,
];

test('no page puts words together with the punctuation of English', () => {
  const found = globSync('{app,features,lib,ui}/**/*.{ts,tsx}', { cwd: SOURCES })
    .filter((file) => !file.includes('.test.'))
    .flatMap((file) => {
      const text = readFileSync(join(SOURCES, file), 'utf8');
      return JOINS.flatMap((pattern) => [...text.matchAll(pattern)].map(([words]) => `${file}: ${words}`));
    });
  expect(found).toEqual([]);
});
