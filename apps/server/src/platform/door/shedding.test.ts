import type { Priority } from '@yonder/contract';
import { beforeEach, expect, test, vi } from 'vitest';
import { createManualClock, type ManualClock } from '../../testing/manual-clock.ts';
import { createShedding, type Shedding } from './shedding.ts';

/** The calls under way, as the test sets them. */
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

/** How many of a thousand calls are refused. */
function refusedOf(priority: Exclude<Priority, 'queued'>): number {
  const before = shed.length;
  for (let i = 0; i < 1_000; i++) {
    try {
      void shedding.admit(priority);
    } catch (error) {
      expect(error).toMatchObject({ reason: 'busy', code: 'unavailable' });
    }
  }
  return shed.length - before;
}

async function standFor(ms: number, { count = 64, waitedMs = 201 } = {}): Promise<void> {
  Object.assign(calls, { count, waitedMs });
  void shedding.admit('high');
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
  void shedding.admit('high');
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
  expect(() => void shedding.admit('low')).toThrow(expect.objectContaining({ retryAfter: seconds }));
  random.mockRestore();
});

/** Joins one after another; `admitted` gets their numbers in the order of admission. */
function joinTimes(count: number, admitted: number[]): void {
  for (let i = 0; i < count; i++) {
    const waiting = shedding.admit('queued');
    if (!waiting) admitted.push(i);
    else
      void waiting.then(
        () => admitted.push(i),
        () => {},
      );
  }
}
const numbers = (count: number): number[] => Array.from({ length: count }, (_, i) => i);

test('while nothing waits 1,000 joins are admitted at once', () => {
  const admitted: number[] = [];
  joinTimes(1_000, admitted);
  expect(admitted).toEqual(numbers(1_000));
});

test('while all else is refused 2,000 joins wait, none is refused, and 16 a round go on in the order in which they asked', async () => {
  await standFor(1_500);
  const admitted: number[] = [];
  joinTimes(2_000, admitted);
  expect(admitted).toEqual([]);
  expect([refusedOf('low'), refusedOf('normal')]).toEqual([1_000, 1_000]);
  await clock.advance(1_000);
  expect(admitted.length).toBeGreaterThanOrEqual(160);
  expect(admitted.length).toBeLessThan(400);
  calls.waitedMs = 0;
  await clock.advance(2_000);
  expect(admitted).toEqual(numbers(2_000));
  expect(shed.filter((priority) => priority === 'queued')).toEqual([]);
});

test('a join that asks while others wait stands behind them, though the wait is over', async () => {
  await standFor(1_500);
  const admitted: number[] = [];
  joinTimes(40, admitted);
  calls.waitedMs = 0;
  calls.count = 0;
  const last = shedding.admit('queued');
  expect(last).toBeInstanceOf(Promise);
  void last?.then(() => admitted.push(40));
  await clock.advance(5_000);
  expect(admitted).toEqual(numbers(41));
  expect(shedding.admit('queued')).toBeUndefined();
  expect(clock.armed()).toBe(1);
});

test('16,384 joins wait at most, the next one is told to come back', async () => {
  await standFor(1_500);
  joinTimes(16_384, []);
  expect(shedding.waiting()).toBe(16_384);
  expect(() => void shedding.admit('queued')).toThrow(expect.objectContaining({ reason: 'busy', retryAfter: 6 }));
  expect(shed.filter((priority) => priority === 'queued')).toHaveLength(1);
});

test('a join that waited for 70 s, whose caller has been told so, is not begun', async () => {
  await standFor(1_500);
  joinTimes(12_000, []);
  const last = shedding.admit('queued');
  const refusal = expect(last).rejects.toMatchObject({ reason: 'took-too-long' });
  await clock.advance(80_000);
  await refusal;
});
