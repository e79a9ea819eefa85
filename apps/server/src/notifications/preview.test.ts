import { expect, test } from 'vitest';
import { previewOf } from './preview.ts';

const FAMILY = '👨‍👩‍👧‍👦';

test.each([
  ['a text of 100 characters stays whole', 'x'.repeat(100), 'x'.repeat(100)],
  ['one of 101 is cut to 100', 'x'.repeat(101), 'x'.repeat(100)],
  ['what goes around it is not counted', `  ${'x'.repeat(100)}\n`, 'x'.repeat(100)],
  ['a character of two units at 99 is left out', `${'x'.repeat(99)}🥚`, 'x'.repeat(99)],
  ['one of eleven units at 90 is left out', `${'x'.repeat(90)}${FAMILY}`, 'x'.repeat(90)],
  ['one of eleven units at 89 stays whole', `${'x'.repeat(89)}${FAMILY}!`, `${'x'.repeat(89)}${FAMILY}`],
  ['an accent at 100 takes its letter along', `${'x'.repeat(99)}e\u0301`, 'x'.repeat(99)],
  ['no blank stands at the end', `${'x'.repeat(99)} y`, 'x'.repeat(99)],
  ['nothing is no text', '', null],
  ['blanks are no text', ' \n\t ', null],
  ['a single character of more than 100 units is no text', `e${'\u0301'.repeat(100)}`, null],
])('%s', (_, text, preview) => {
  expect(previewOf(text)).toBe(preview);
});
