import { expect, test } from 'vitest';
import { daysOf } from './days.ts';
import { notificationOf } from './samples.ts';

test('days are the calendar’s where the reader is, each with its own, latest first', () => {
  const [late, early, before] = [
    new Date(2026, 10, 21, 23, 59),
    new Date(2026, 10, 21, 0, 0),
    new Date(2026, 10, 20, 23, 59),
  ].map((at, i) => notificationOf({ id: `${i}`, createdAt: at.getTime() }));
  const days = daysOf([late, early, before].flatMap((one) => one ?? []));
  expect(days.map(({ notifications }) => notifications.map(({ id }) => id))).toEqual([['0', '1'], ['2']]);
  expect(days.map(({ at }) => at)).toEqual([late?.createdAt, before?.createdAt]);
});
