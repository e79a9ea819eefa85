import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isComposing } from './composing.ts';

test.each([
  [{ isComposing: false, keyCode: 13 }, false],
  [{ isComposing: true, keyCode: 229 }, true],
  [{ isComposing: true, keyCode: 13 }, true],
  [{ isComposing: false, keyCode: 229 }, true],
])('%o composes: %s', (key, composes) => expect(isComposing(key)).toBe(composes));

const SOURCES = join(import.meta.dirname, '..');

test('what listens to Enter asks whether it is an input method\u2019s, and asks it here', () => {
  const files = globSync('**/*.{ts,tsx}', { cwd: SOURCES, exclude: ['**/*.test.*', 'lib/composing.ts'] });
  const texts = files.map((path) => ({ path, text: readFileSync(join(SOURCES, path), 'utf8') }));
  const own = texts.filter(({ text }) => /\.isComposing\b|[.{ ]keyCode\b(?!')/.test(text));
  const deaf = texts.filter(({ text }) => /=== 'Enter'/.test(text) && !/isComposing\(/.test(text));
  expect([...own, ...deaf].map(({ path }) => path)).toEqual([]);
});
