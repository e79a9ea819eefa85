import { performance } from 'node:perf_hooks';
import { expect, test, vi } from 'vitest';
import { createManualClock } from '../testing/manual-clock.ts';
import { createDatabaseClock } from './clock.ts';

const HOUR_MS = 3_600_000;
const machineTime = (): number => performance.timeOrigin + performance.now();

test('after a measurement the time is the database’s, however wrong the machine’s is', async () => {
  const clock = createDatabaseClock({ readTime: async () => machineTime() + HOUR_MS, onFailure: () => {} });
  await clock.measure();
  expect(Math.abs(clock.now() - machineTime() - HOUR_MS)).toBeLessThan(20);
});

test('half the round trip counts as the way back, taken from the shortest of three', async () => {
  let reading = performance.now();
  const trips = [40, 10, 30];
  const now = vi.spyOn(performance, 'now').mockImplementation(() => reading);
  const clock = createDatabaseClock({
    async readTime() {
      reading += trips.shift() ?? 0;
      return 1_000_000 + reading;
    },
    onFailure: () => {},
  });
  await clock.measure();
  expect(clock.now()).toBe(Math.floor(1_000_000 + 5 + reading));
  now.mockRestore();
});

test('a database whose time jumps back makes the time stand still, not run backwards', async () => {
  let ahead = HOUR_MS;
  const clock = createDatabaseClock({ readTime: async () => machineTime() + ahead, onFailure: () => {} });
  await clock.measure();
  const before = clock.now();
  ahead = 0;
  await clock.measure();
  expect(clock.now()).toBe(before);
});

test('the time is measured again every 10 s; a failure is told and the last offset stays', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const failures: unknown[] = [];
  let measured = 0;
  const clock = createDatabaseClock({
    async readTime() {
      measured += 1;
      throw new Error('gone');
    },
    onFailure: (error) => failures.push(error),
  });
  const stop = clock.start();
  await vi.advanceTimersByTimeAsync(9_999);
  expect(measured).toBe(0);
  await vi.advanceTimersByTimeAsync(1);
  expect(measured).toBe(1);
  expect(failures).toHaveLength(1);
  stop();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(measured).toBe(1);
  vi.useRealTimers();
});

test('the manual clock fires timers in order, each at its own time, also those made meanwhile', async () => {
  const clock = createManualClock(0);
  const fired: string[] = [];
  const note = (name: string) => () => fired.push(`${name} at ${clock.now()}`);
  clock.timer(30, note('late'));
  clock.timer(10, () => {
    note('early')();
    clock.timer(10, note('born later'));
  });
  clock.timer(30, note('later still'));
  clock.timer(5, note('stopped'))();

  await clock.advance(30);
  expect(fired).toEqual(['early at 10', 'born later at 20', 'late at 30', 'later still at 30']);
  expect(clock.now()).toBe(30);
});
