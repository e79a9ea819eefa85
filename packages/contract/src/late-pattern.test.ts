import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { LatePattern } from './late-pattern.ts';
import { emoji } from './schema.ts';

test('a late pattern tests and is written as any other', () => {
  const late = new LatePattern('^a+$', 'v');
  expect([late.test('aa'), late.test('b'), late.test('')]).toEqual([true, false, false]);
  expect(String(late)).toBe('/^a+$/v');
});

test('one that could not be read stands in nobody’s way until it tests', () => {
  const late = new LatePattern('(', 'v');
  expect(() => late.test('a')).toThrow(SyntaxError);
});

test('one emoji is one, whatever it is made of', () => {
  const taken = ['🙂', '👍🏽', '👨‍👩‍👧‍👦', '🇹🇼', '1️⃣'].map((one) => z.safeParse(emoji, one).success);
  expect(taken).toEqual([true, true, true, true, true]);
  const refused = ['', 'a', '1', '🙂🙂', '🙂 '].map((one) => z.safeParse(emoji, one).success);
  expect(refused).toEqual([false, false, false, false, false]);
});
