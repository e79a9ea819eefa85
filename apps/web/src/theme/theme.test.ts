import { APPEARANCES, COLOR_THEMES, LANGUAGES } from '@yonder/contract';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { COLOR_THEME_KEY } from '../state/color-theme.ts';
import { STATE_KEY } from '../state/store.ts';
import { contrast, PAIRS } from './contrast.ts';
import { PALETTES } from './palettes/index.ts';
import { renderTokens } from './render-tokens.ts';
import { TOKENS } from './tokens.ts';

const palettes = COLOR_THEMES.flatMap((theme) =>
  APPEARANCES.map((appearance) => [`${theme} ${appearance}`, PALETTES[theme][appearance]] as const),
);

test('there are 16 palettes', () => expect(palettes).toHaveLength(16));

test.each(palettes)('%s has every token and no other', (_, palette) => {
  expect(Object.keys(palette).toSorted()).toEqual(TOKENS.toSorted());
});

test.each(palettes)('every pair of %s reaches its contrast', (_, palette) => {
  const short = PAIRS.filter(([ink, ground, minimum]) => contrast(palette[ink], palette[ground]) < minimum - 0.005);
  expect(short).toEqual([]);
});

test('black on white is 21', () => expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5));

test('tokens.css is what the palettes say', () => {
  expect(readFileSync(new URL('tokens.css', import.meta.url), 'utf8')).toBe(renderTokens());
});

test('the boot script knows every sky, appearance and language, and where they are kept', () => {
  const boot = readFileSync(new URL('../../boot.js', import.meta.url), 'utf8');
  for (const list of [COLOR_THEMES, APPEARANCES, LANGUAGES]) {
    expect(list.filter((name) => !new RegExp(`[(|]${name}[|)]`).test(boot))).toEqual([]);
  }
  expect(boot).toContain(`'${STATE_KEY}'`);
  expect(boot).toContain(`'${COLOR_THEME_KEY}'`);
});
