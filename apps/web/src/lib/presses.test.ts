import { expect, test } from 'vitest';
import { Presses } from './presses.ts';

const words = { content: 'Who is up?' };

test('of two presses the first is sent', () => {
  const presses = new Presses();
  expect(presses.take(words)).toMatch(/^[\w-]{36}$/);
  expect(presses.take(words)).toBeNull();
});

test('what was refused is sent again with its request id, something else with another', () => {
  const presses = new Presses();
  const first = presses.take(words);
  presses.refused();
  expect(presses.take({ ...words })).toBe(first);
  presses.refused();
  expect(presses.take({ content: 'Who is awake?' })).not.toBe(first);
});

test('a form that is filled in anew sends the same words as something new', () => {
  const presses = new Presses();
  const first = presses.take(words);
  presses.anew();
  expect([first, null]).not.toContain(presses.take(words));
});
