import { expect, test } from 'vitest';
import { COUNTED, spokenLeft } from './characters-left.ts';

test('of the last 200 keys and 300 more, 9 are heard', () => {
  const heard: number[] = [];
  for (let left = COUNTED; left >= -300; left--) {
    if (heard.at(-1) !== spokenLeft(left)) heard.push(spokenLeft(left));
  }
  expect(heard).toEqual([200, 100, 50, 20, 10, 0, -1, -10, -100]);
});
