import { expect, test } from 'vitest';
import { createManualClock, TEST_START } from '../testing/manual-clock.ts';
import { createHearing } from './hearing.ts';

const nothing = async (): Promise<void> => {};
const failing = () => Promise.reject(new Error('the database is away'));

test('who is here is heard from the beginning on, whatever is written', async () => {
  const clock = createManualClock();
  const hearing = createHearing(clock);
  await clock.advance(90_000);
  await hearing.during(nothing);
  expect(hearing.since()).toBe(TEST_START);
});

test('nobody is heard while it cannot be written, and since the first time that it can again', async () => {
  const clock = createManualClock();
  const hearing = createHearing(clock);
  await expect(hearing.during(failing)).rejects.toThrow('away');
  await clock.advance(50_000);
  expect(hearing.since()).toBe(clock.now());
  await hearing.during(nothing);
  const again = clock.now();
  await clock.advance(50_000);
  expect(hearing.since()).toBe(again);
});

test('nobody is heard while the database does not answer for more than 6 s, until the next answer that comes in time', async () => {
  const clock = createManualClock();
  const hearing = createHearing(clock);
  const answer = Promise.withResolvers<void>();
  const late = hearing.during(() => answer.promise);
  await clock.advance(6_000);
  expect(hearing.since()).toBe(TEST_START);
  await clock.advance(1);
  expect(hearing.since()).toBe(clock.now());
  answer.resolve();
  await late;
  await clock.advance(1);
  expect(hearing.since()).toBe(clock.now());
  await hearing.during(nothing);
  const again = clock.now();
  await clock.advance(1);
  expect(hearing.since()).toBe(again);
});
