import { expect, test } from 'vitest';
import { createRecent } from './recent.ts';

test('keeps what was put or asked for last: at least half as many as at most', () => {
  const recent = createRecent<{ n: number }>(10);
  for (let n = 0; n < 28; n++) {
    recent.put(`one-${n % 3}`, `other-${n}`, { n });
    expect(recent.get('one-0', 'other-0')).toEqual({ n: 0 });
  }
  const known = (n: number): boolean => recent.get(`one-${n % 3}`, `other-${n}`) !== undefined;
  expect([27, 26, 25, 24, 0].map(known)).toEqual(Array(5).fill(true));
  expect(Array.from({ length: 17 }, (_, i) => known(i + 1))).toEqual(Array(17).fill(false));
});

test('knows what was put last, also of what it was about to forget, and the two keys apart', () => {
  const recent = createRecent<string[]>(4);
  recent.put('a', 'b', ['first']);
  recent.put('c', 'd', []);
  recent.put('e', 'f', []);
  recent.put('a', 'b', ['second']);
  expect(recent.get('a', 'b')).toEqual(['second']);
  expect(recent.get('b', 'a')).toBeUndefined();
});
