import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const SOURCES = join(import.meta.dirname, '..');
/** Numbers, times, and texts of the product and its operator. */
const OURS = new Set([
  'left',
  'over',
  'remaining',
  'tens',
  'position',
  'totalInQueue',
  'attempt',
  'most',
  'version',
  'time',
  'day',
  'day.text',
  'list',
  'product',
  'contact',
]);

/** Trans parses elements out of the whole sentence, so it must not contain users' texts. */
test('what people wrote stands in no <Trans>, where <0> would be taken for an element', () => {
  const found = globSync('**/*.tsx', { cwd: SOURCES }).flatMap((file) =>
    [...readFileSync(join(SOURCES, file), 'utf8').matchAll(/<Trans>(.*?)<\/Trans>/gs)]
      .flatMap(([, inner = '']) => [...inner.matchAll(/\{([^}]+)\}/g)].map(([, value = '']) => value))
      .filter((value) => !OURS.has(value) && !value.startsWith("'"))
      .map((value) => `${file}: ${value}`),
  );
  expect(found).toEqual([]);
});
