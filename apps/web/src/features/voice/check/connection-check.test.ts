import { expect, test } from 'vitest';
import { ConnectionCheck } from './connection-check.ts';
import type { Loop } from './loop.ts';

/** A server that answers, and a loop whose outcome the test decides. */
function openCheck({ serverAnswers = true } = {}) {
  const calls: { name: string; data: unknown }[] = [];
  const loops: { pass: (passed: boolean) => void; isClosed: boolean }[] = [];
  const sides = [{ iceServers: [] }, { iceServers: [] }];
  const check = new ConnectionCheck({
    wire: {
      call: (async (name: string, data: unknown) => {
        calls.push({ name, data });
        if (!serverAnswers) throw new Error('no answer');
        return name === 'startConnectionCheck' ? { checkId: 'a check', sides, expiresAt: 1 } : { mayBeMatched: true };
      }) as never,
    },
    openLoop: () => {
      const { promise: passed, resolve: pass } = Promise.withResolvers<boolean>();
      const loop = { pass, isClosed: false };
      loops.push(loop);
      return { passed, close: () => ((loop.isClosed = true), pass(false)) } satisfies Loop;
    },
    microphone: () => ({ kind: 'unavailable', problem: 'missing' }),
  });
  const states: string[] = [];
  check.subscribe(() => states.push(check.getSnapshot().kind));
  return { check, calls, loops, states };
}

async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
}

test.each([
  [true, 'passed', { kind: 'passed' }],
  [false, 'relay-unreachable', { kind: 'failed', problem: 'relay-unreachable' }],
] as const)('a loop that answers %s is reported as %s, and both ends are closed', async (passed, outcome, state) => {
  const { check, calls, loops } = openCheck();
  const running = check.run();
  await settled();
  loops[0]!.pass(passed);
  await running;
  expect(check.getSnapshot()).toEqual(state);
  expect(calls.at(-1)).toEqual({
    name: 'reportConnectionCheck',
    data: { checkId: 'a check', outcome, microphone: 'none' },
  });
  expect(loops.map(({ isClosed }) => isClosed)).toEqual([true]);
});

test('two runs at once are 1 check', async () => {
  const { check, loops, states } = openCheck();
  void check.run();
  void check.run();
  await settled();
  loops[0]!.pass(true);
  await settled();
  expect([loops.length, states]).toEqual([1, ['running', 'passed']]);
});

test('a check that is stopped says nothing, reports nothing, and lets the next one run', async () => {
  const { check, calls, loops, states } = openCheck();
  void check.run();
  await settled();
  check.stop();
  await settled();
  expect(loops[0]!.isClosed).toBe(true);
  expect(calls.map(({ name }) => name)).toEqual(['startConnectionCheck']);
  void check.run();
  await settled();
  loops[1]!.pass(true);
  await settled();
  expect(states).toEqual(['running', 'unknown', 'running', 'passed']);
});

test('a server that does not answer is no verdict on the relay', async () => {
  const { check, loops } = openCheck({ serverAnswers: false });
  await check.run();
  expect([check.getSnapshot(), loops.length]).toEqual([{ kind: 'unknown' }, 0]);
});

test('a browser without WebRTC is known before anything is asked', async () => {
  const calls: string[] = [];
  const check = new ConnectionCheck({
    wire: { call: (async (name: string) => void calls.push(name)) as never },
    openLoop: null,
    microphone: () => ({ kind: 'closed' }),
  });
  await check.run();
  expect([check.getSnapshot(), calls]).toEqual([{ kind: 'failed', problem: 'no-webrtc' }, []]);
});
