import type { Priority } from '@yonder/contract';
import { beforeEach, expect, test, vi } from 'vitest';
import { createManualClock, type ManualClock } from '../../testing/manual-clock.ts';
import { createShedding, type Shedding } from './shedding.ts';

/** What is under way, as a test wants it. */
const calls = { count: 0, waitedMs: 0 };
let clock: ManualClock;
let shed: Priority[];
let shedding: Shedding;

beforeEach(() => {
  Object.assign(calls, { count: 0, waitedMs: 0 });
  clock = createManualClock();
  shed = [];
  shedding = createShedding({
    clock,
    calls: { size: () => calls.count, waitedMs: (nth) => (calls.count < nth ? 0 : calls.waitedMs) },
    onShed: (priority) => void shed.push(priority),
  });
});

/** Of a thousand calls, how many are refused. */
function refusedOf(priority: Priority): number {
  const before = shed.length;
  for (let i = 0; i < 1_000; i++) {
    try {
      shedding.admit(priority);
    } catch (error) {
      expect(error).toMatchObject({ reason: 'busy', code: 'unavailable' });
    }
  }
  return shed.length - before;
}

async function standFor(ms: number, { count = 64, waitedMs = 201 } = {}): Promise<void> {
  Object.assign(calls, { count, waitedMs });
  shedding.admit('high');
  await clock.advance(ms);
}

test('while nothing waits nobody is refused', async () => {
  await standFor(10_000, { count: 5_000, waitedMs: 200 });
  expect([refusedOf('low'), refusedOf('normal'), refusedOf('high')]).toEqual([0, 0, 0]);
});

test('63 calls that hang say nothing of the others', async () => {
  await standFor(10_000, { count: 63, waitedMs: 60_000 });
  expect(refusedOf('low')).toBe(0);
});

test('what was over after one look was a pause', async () => {
  await standFor(100);
  expect(refusedOf('low')).toBe(0);
});

test('the second look refuses some of low priority, the fourth all of them and some of normal', async () => {
  await standFor(200);
  const [low, normal] = [refusedOf('low'), refusedOf('normal')];
  expect(low).toBeGreaterThan(250);
  expect(low).toBeLessThan(550);
  expect(normal).toBe(0);
  await clock.advance(200);
  expect(refusedOf('low')).toBe(1_000);
  expect(refusedOf('normal')).toBeLessThan(350);
});

test('the longer the wait the faster: the second look at a second refuses all but those of high priority', async () => {
  await standFor(200, { waitedMs: 1_000 });
  expect([refusedOf('low'), refusedOf('normal'), refusedOf('high')]).toEqual([1_000, 1_000, 0]);
});

test('a second and more refuses all but those of high priority', async () => {
  await standFor(1_500);
  expect([refusedOf('low'), refusedOf('normal'), refusedOf('high')]).toEqual([1_000, 1_000, 0]);
});

test.each([
  [63, 0],
  [64, 1_000],
])('a loop that is late with %i calls under way refuses %i of 1,000', async (count, refused) => {
  const late = { now: clock.now, timer: (ms: number, run: () => void) => clock.timer(ms + 251, run) };
  const onShed = (priority: Priority): void => void shed.push(priority);
  shedding = createShedding({ clock: late, calls: { size: () => count, waitedMs: () => 0 }, onShed });
  shedding.admit('high');
  await clock.advance(13 * 351);
  expect(refusedOf('normal')).toBe(refused);
});

test('5 s after the wait is over nobody is refused, and nobody looks any more', async () => {
  await standFor(1_500);
  calls.waitedMs = 0;
  await clock.advance(700);
  expect(refusedOf('normal')).toBe(0);
  calls.count = 0;
  await clock.advance(4_300);
  expect(clock.armed()).toBe(0);
  expect(refusedOf('low')).toBe(0);
});

test('16,384 calls under way are the most, whatever the wait; those of high priority go on', async () => {
  calls.count = 16_383;
  expect(refusedOf('normal')).toBe(0);
  calls.count = 16_384;
  expect([refusedOf('low'), refusedOf('normal'), refusedOf('high')]).toEqual([1_000, 1_000, 0]);
});

test.each([
  [0, 2],
  [0.999, 6],
])('told to come back after 2 to 6 s, not all at once', (dice, seconds) => {
  const random = vi.spyOn(Math, 'random').mockReturnValue(dice);
  calls.count = 16_384;
  expect(() => shedding.admit('low')).toThrow(expect.objectContaining({ retryAfter: seconds }));
  random.mockRestore();
});
