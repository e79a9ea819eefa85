import { expect, it } from 'vitest';
import { swipeOf } from './swipe.ts';

it.each([
  [{ dx: 9, dy: 0, direction: 1 }, null],
  [
    { dx: 10, dy: 0, direction: 1 },
    { shift: 0, replies: false },
  ],
  [
    { dx: 55, dy: 0, direction: 1 },
    { shift: 45, replies: false },
  ],
  [
    { dx: 56, dy: 0, direction: 1 },
    { shift: 46, replies: true },
  ],
  [
    { dx: 400, dy: 0, direction: 1 },
    { shift: 72, replies: true },
  ],
  [{ dx: 60, dy: 61, direction: 1 }, null],
  [{ dx: -60, dy: 0, direction: 1 }, null],
  [
    { dx: -60, dy: 0, direction: -1 },
    { shift: -50, replies: true },
  ],
] as const)('a finger that went %j: %j', (path, expected) => expect(swipeOf(path)).toEqual(expected));
