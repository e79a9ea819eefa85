import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { AXES, partsOf, renderTypeface } from './typeface.ts';

const src = new URL('../../', import.meta.url).pathname;
const styles = globSync('**/*.css', { cwd: src, exclude: ['theme/typeface/**'] }).map((file) =>
  readFileSync(src + file, 'utf8'),
);

test('typeface.css is what the parts say', () => {
  expect(readFileSync(new URL('typeface.css', import.meta.url), 'utf8')).toBe(renderTypeface());
});

test('styles ask for no weight and no width that the files leave out', () => {
  const weights = numbersIn(/\bfont(?:-weight)?:\s*(\d{3})\b|^\s*--[\w-]+: (\d{3}) .*var\(--font\)/gm);
  const widths = numbersIn(/font-stretch:\s*(\d+)%|--(?:wide|normal): (\d+)%/g);
  expect(weights.length).toBeGreaterThan(10);
  expect(widths.length).toBeGreaterThan(10);
  expect([Math.min(...weights), Math.max(...weights)]).toEqual([AXES.wght.min, AXES.wght.max]);
  expect([Math.min(...widths), Math.max(...widths)]).toEqual([AXES.wdth.min, AXES.wdth.max]);
});

function numbersIn(pattern: RegExp): number[] {
  return styles.flatMap((style) => [...style.matchAll(pattern)].map(([, one, other]) => Number(one ?? other)));
}

/** Syntax of messages, which is not translated text. */
const SYNTAX = /\{[^{}]*\}|<\/?\d+\/?>|\\[n"]|[#{}_=<>]/g;

test.each(['en', 'de', 'es'])('the file that is loaded first has what the words of %s are written with', (language) => {
  const [first] = partsOf();
  const catalogues = globSync(`**/${language}.po`, { cwd: src });
  expect(catalogues).toHaveLength(4);
  const words = catalogues.flatMap((file) => [
    ...readFileSync(src + file, 'utf8').matchAll(/^msgstr(?:\[\d\])? ((?:"(?:[^"\\]|\\.)*"\n)+)/gm),
  ]);
  const characters = new Set(words.flatMap(([, text = '']) => Array.from(text.replaceAll(SYNTAX, ''))));
  expect([...characters].filter((character) => !first?.characters.has(character))).toEqual([]);
});

test('no two of the first two files hold the same character, and together they hold ASCII', () => {
  const [words, latin] = partsOf();
  expect(words?.characters.isDisjointFrom(latin?.characters ?? new Set())).toBe(true);
  const ascii = Array.from({ length: 95 }, (_, i) => String.fromCodePoint(0x20 + i));
  expect(ascii.filter((sign) => !words?.characters.has(sign) && !latin?.characters.has(sign))).toEqual([]);
});
