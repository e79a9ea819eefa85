import { expect, test } from 'vitest';
import { createRecent } from './recent.ts';

test('keeps the newest, at least half as many as at most, and whatever is asked for among them', () => {
  const recent = createRecent<number>(10);
  const known = (): number[] =>
    Array.from({ length: 30 }, (_, n) => n).filter((n) => recent.get(`one-${n % 3}`, `other-${n}`) !== undefined);
  for (let n = 0; n < 30; n++) {
    recent.put(`one-${n % 3}`, `other-${n}`, n);
    expect(recent.get('one-0', 'other-0')).toBe(0);
  }
  const left = known();
  expect(left).toEqual(expect.arrayContaining([0, 26, 27, 28, 29]));
  expect(left.length).toBeGreaterThanOrEqual(5);
  expect(left.length).toBeLessThanOrEqual(10);
});

test('knows what was put last, and the two keys apart', () => {
  const recent = createRecent<string>(10);
  recent.put('a', 'b', 'first');
  recent.put('a', 'b', 'second');
  expect(recent.get('a', 'b')).toBe('second');
  expect(recent.get('b', 'a')).toBeUndefined();
});
