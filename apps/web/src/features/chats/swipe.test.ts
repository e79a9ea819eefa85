import { expect, it } from 'vitest';
import { swipeOf } from './swipe.ts';

it.each([
  [{ dx: 9, dy: 0, direction: 1 }, null],
  [
    { dx: 10, dy: 0, direction: 1 },
    { shift: 0, isFar: false },
  ],
  [
    { dx: 55, dy: 0, direction: 1 },
    { shift: 45, isFar: false },
  ],
  [
    { dx: 56, dy: 0, direction: 1 },
    { shift: 46, isFar: true },
  ],
  [
    { dx: 400, dy: 0, direction: 1 },
    { shift: 72, isFar: true },
  ],
  [{ dx: 60, dy: 61, direction: 1 }, null],
  [{ dx: -60, dy: 0, direction: 1 }, null],
  [
    { dx: -60, dy: 0, direction: -1 },
    { shift: -50, isFar: true },
  ],
] as const)('a finger that went %j: %j', (path, expected) => expect(swipeOf(path)).toEqual(expected));
