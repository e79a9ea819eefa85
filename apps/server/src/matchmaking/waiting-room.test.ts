import { expect, test } from 'vitest';
import { NOT_HELD, type Waiting } from '../engagement/index.ts';
import { createPace } from './pace.ts';
import { createRefusals } from './refusals.ts';
import { createWaitingRoom, positionOf } from './waiting-room.ts';

function person(userId: string, place: number, ticket = `${userId}-${place}`): Waiting {
  return { userId, ticket, place, since: 0, tab: null, language: null, region: null, interests: [], ...NOT_HELD };
}

test('people stand in the order of their places, whenever they were heard of', () => {
  const room = createWaitingRoom();
  room.add([person('cem', 30), person('ann', 10)]);
  room.add([person('bob', 20)]);
  expect(room.inOrder().map(({ userId }) => userId)).toEqual(['ann', 'bob', 'cem']);
  expect([10, 20, 30].map((place) => positionOf(room.inOrder(), place))).toEqual([1, 2, 3]);
});

test('one person has one place, and news of an older ticket does not remove a newer one', () => {
  const room = createWaitingRoom();
  room.add([person('ann', 1)]);
  room.add([person('ann', 5)]);
  room.remove([{ userId: 'ann', ticket: 'ann-1' }]);
  expect(room.inOrder()).toHaveLength(1);
  room.remove([{ userId: 'ann', ticket: 'ann-5' }]);
  expect(room.inOrder()).toEqual([]);
});

test('a refusal is remembered for 10 s, either way round', () => {
  const refusals = createRefusals();
  refusals.add('ann', 'bob', 1_000);
  expect(refusals.has('bob', 'ann', 10_999)).toBe(true);
  expect(refusals.has('bob', 'ann', 11_000)).toBe(false);
});

test('the wait is a guess nobody makes before 10 s, and counts the last minute only', () => {
  const pace = createPace(0);
  pace.count(10, 1_000);
  expect(pace.secondsUntil(5, 9_999)).toBeNull();
  expect(pace.secondsUntil(5, 10_000)).toBe(5);
  expect(pace.secondsUntil(5, 60_000)).toBe(30);
  expect(pace.secondsUntil(5, 61_000)).toBeNull();
});
