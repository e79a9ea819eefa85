import { performance } from 'node:perf_hooks';
import { expect, test, vi } from 'vitest';
import { createManualClock } from '../testing/manual-clock.ts';
import { createDatabaseClock } from './clock.ts';

const HOUR_MS = 3_600_000;
const uncorrected = { correct: async (): Promise<void> => {} };
const machineTime = (): number => performance.timeOrigin + performance.now();

test('after a measurement the time is the database’s, however wrong the machine’s is', async () => {
  const readTime = async (): Promise<number> => machineTime() + HOUR_MS;
  const clock = createDatabaseClock({ ...uncorrected, readTime, onFailure: () => {} });
  await clock.measure();
  expect(Math.abs(clock.now() - machineTime() - HOUR_MS)).toBeLessThan(20);
});

test('half the round trip counts as the way back, taken from the shortest of three', async () => {
  let reading = performance.now();
  const trips = [40, 10, 30];
  const now = vi.spyOn(performance, 'now').mockImplementation(() => reading);
  const clock = createDatabaseClock({
    ...uncorrected,
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

/** A database with a wrong time, and the correction the nodes have stored. */
function createServer() {
  let correction = 0;
  const server = {
    aheadMs: 0,
    corrections: 0,
    /** A node; its machine's monotonic time lags by the time it has slept. */
    node() {
      const node = { sleptMs: 0, clock: createDatabaseClock({ readTime, correct, onFailure: () => {} }) };
      async function readTime(): Promise<number> {
        return machineTime() + server.aheadMs + node.sleptMs + correction;
      }
      async function correct(expected: () => number): Promise<void> {
        const jump = (await readTime()) - expected();
        if (Math.abs(jump) < 1_000) return;
        server.corrections += 1;
        correction -= jump;
      }
      return node;
    },
  };
  return server;
}

test.each([60_000, -60_000, -HOUR_MS])(
  'a database whose time jumps by %i ms: the time goes on as it was, on two nodes and one that starts later',
  async (jumpMs) => {
    const server = createServer();
    const nodes = [server.node(), server.node()];
    for (const { clock } of nodes) await clock.measure();
    server.aheadMs = jumpMs;
    for (const { clock } of nodes) await clock.measure();
    nodes.push(server.node());
    await nodes[2]!.clock.measure();
    for (const { clock } of nodes) expect(Math.abs(clock.now() - machineTime())).toBeLessThan(100);
    expect(server.corrections).toBe(1);
  },
);

test('a machine that has slept for 60 s takes the time of the others, who keep theirs', async () => {
  const server = createServer();
  const [sleeper, other] = [server.node(), server.node()];
  for (const { clock } of [sleeper, other]) await clock.measure();
  sleeper.sleptMs = 60_000;
  for (let round = 0; round < 3; round++) for (const { clock } of [sleeper, other]) await clock.measure();
  expect(Math.abs(other.clock.now() - machineTime())).toBeLessThan(100);
  expect(Math.abs(sleeper.clock.now() - machineTime() - 60_000)).toBeLessThan(100);
});

test('a jump forward of more than 5 minutes is a machine that has slept: the time is the database’s', async () => {
  const server = createServer();
  const { clock } = server.node();
  await clock.measure();
  server.aheadMs = HOUR_MS;
  await clock.measure();
  expect(Math.abs(clock.now() - machineTime() - HOUR_MS)).toBeLessThan(100);
  expect(server.corrections).toBe(0);
});

test('a difference of 500 ms is no jump: the time stands still for it, and does not run backwards', async () => {
  const server = createServer();
  const { clock } = server.node();
  await clock.measure();
  const before = clock.now();
  server.aheadMs = -500;
  await clock.measure();
  expect([clock.now(), server.corrections]).toEqual([before, 0]);
});

test('the time is measured again every 10 s; a failure is told and the last offset stays', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const failures: unknown[] = [];
  let measured = 0;
  const clock = createDatabaseClock({
    ...uncorrected,
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

test('a timer that re-arms itself at its own time fails the advance after 100,000 firings, and hangs no test', async () => {
  const clock = createManualClock(Date.UTC(2026, 0));
  // Smaller than the resolution of today's time as a number.
  const rearm = (): void => void clock.timer(1e-6, rearm);
  rearm();
  await expect(clock.advance(1_000)).rejects.toThrow('100000 timers fire at one time');
});
