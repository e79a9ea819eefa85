import { FIXED } from '@yonder/contract';
import { expect, test } from 'vitest';
import { createManualClock } from '../testing/manual-clock.ts';
import { DomainError } from './errors.ts';
import { createTurns } from './turns.ts';

test('one that never ends leaves the other turn to all who come, in their order', async () => {
  const turns = createTurns(createManualClock());
  const begun: number[] = [];
  void turns.take(() => new Promise(() => {}));
  const others = [1, 2, 3, 4, 5].map((n) =>
    turns.take(async () => {
      begun.push(n);
      if (n === 2) throw new Error('two');
      return n;
    }),
  );
  expect(turns.waiting()).toBe(4);
  const settled = await Promise.allSettled(others);
  expect(settled.map(({ status }) => status === 'fulfilled')).toEqual([true, false, true, true, true]);
  expect([begun, turns.waiting()]).toEqual([[1, 2, 3, 4, 5], 0]);
});

test('whoever has given up does not have their turn', async () => {
  const clock = createManualClock();
  const turns = createTurns(clock);
  const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const first = gates.map(({ promise }) => turns.take(() => promise));
  await clock.advance(0);
  let isDone = false;
  const late = turns.take(async () => (isDone = true)).catch((error: unknown) => error);
  await clock.advance(FIXED.callTimeoutMs + 1);
  const inTime = turns.take(async () => 'done');
  for (const { resolve } of gates) resolve();
  expect(await late).toEqual(new DomainError('busy'));
  expect([await inTime, isDone]).toEqual(['done', false]);
  await Promise.all(first);
});
