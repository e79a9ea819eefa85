import { CallError } from '@yonder/client';
import type { QueueCheck } from '@yonder/contract';
import { expect, test } from 'vitest';
import { ConnectionCheck } from './connection-check.ts';
import type { Loop } from './loop.ts';

const SIDES = [{ iceServers: [] }, { iceServers: [] }];

/** A server that answers, and a loop whose outcome the test decides. */
function openCheck() {
  const calls: { name: string; data: unknown }[] = [];
  const loops: { pass: (passed: boolean) => void; isClosed: boolean }[] = [];
  const server: { answers: boolean; check: QueueCheck | null; report: Promise<void> } = {
    answers: true,
    check: null,
    report: Promise.resolve(),
  };
  const page = { mayRun: true };
  const check = new ConnectionCheck({
    wire: {
      call: (async (name: string, data: unknown) => {
        calls.push({ name, data });
        if (!server.answers) throw new CallError({ code: 'unavailable', text: 'no answer', reason: 'network' });
        if (name === 'startConnectionCheck') return { checkId: 'a check', sides: SIDES, expiresAt: 1 };
        await server.report;
        return { check: server.check };
      }) as never,
    },
    openLoop: () => {
      const { promise: passed, resolve: pass } = Promise.withResolvers<boolean>();
      const loop = { pass, isClosed: false };
      loops.push(loop);
      return { passed, close: () => ((loop.isClosed = true), pass(false)) } satisfies Loop;
    },
    mayRun: () => page.mayRun,
  });
  const states: string[] = [];
  check.subscribe(() => states.push(check.getSnapshot().kind));
  async function end(passed: boolean): Promise<void> {
    const running = check.run();
    await settled();
    loops.at(-1)!.pass(passed);
    await running;
  }
  return { check, calls, loops, states, server, page, end };
}

async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
}

test.each([
  [true, 'passed', { kind: 'passed' }],
  [false, 'relay-unreachable', { kind: 'failed', problem: 'relay-unreachable' }],
] as const)('a loop that answers %s is reported as %s, and both ends are closed', async (passed, outcome, state) => {
  const { check, calls, loops, end } = openCheck();
  await end(passed);
  expect(check.getSnapshot()).toEqual(state);
  expect(calls.at(-1)).toEqual({ name: 'reportConnectionCheck', data: { checkId: 'a check', outcome } });
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

test('a check that is forgotten says nothing, reports nothing, and lets the next one run', async () => {
  const { check, calls, loops, states } = openCheck();
  void check.run();
  await settled();
  check.forget();
  await settled();
  expect(loops[0]!.isClosed).toBe(true);
  expect(calls.map(({ name }) => name)).toEqual(['startConnectionCheck']);
  void check.run();
  await settled();
  loops[1]!.pass(true);
  await settled();
  expect(states).toEqual(['running', 'unknown', 'running', 'passed']);
});

test('the 2nd of 2 checks is closed although the 1st was forgotten while it was reported', async () => {
  const { check, loops, server } = openCheck();
  const { promise, resolve } = Promise.withResolvers<void>();
  server.report = promise;
  void check.run();
  await settled();
  loops[0]!.pass(true);
  await settled();
  check.forget();
  void check.run();
  await settled();
  resolve();
  await settled();
  check.forget();
  expect(loops.map(({ isClosed }) => isClosed)).toEqual([true, true]);
});

test.each([true, false])('the verdict of a loop that answered %s is forgotten', async (passed) => {
  const { check, end } = openCheck();
  await end(passed);
  check.forget();
  expect(check.getSnapshot()).toEqual({ kind: 'unknown' });
});

test('a server that does not answer leaves it unanswered, and the next run knows of it', async () => {
  const { check, loops, server } = openCheck();
  server.answers = false;
  await check.run();
  expect([check.getSnapshot(), loops.length]).toEqual([{ kind: 'unanswered' }, 0]);
  void check.run();
  expect(check.getSnapshot()).toEqual({ kind: 'running', after: 'trouble' });
});

test.each([
  ['required: the relay saw nothing pass', { kind: 'required', until: 1 }, 'unanswered'],
  ['a pause: the connection works all the same', { kind: 'paused', until: 1 }, 'passed'],
] as const)('a check that passed here, to which the server answers %s', async (_, held, kind) => {
  const { check, server, end } = openCheck();
  server.check = held;
  await end(true);
  expect(check.getSnapshot().kind).toBe(kind);
});

test('a fault of the browser is thrown, and leaves the check unanswered, not running', async () => {
  const check = new ConnectionCheck({
    wire: { call: (async () => ({ checkId: 'a check', sides: SIDES, expiresAt: 1 })) as never },
    openLoop: () => {
      throw new TypeError('a fault');
    },
    mayRun: () => true,
  });
  await expect(check.run()).rejects.toThrow('a fault');
  expect(check.getSnapshot()).toEqual({ kind: 'unanswered' });
});

test('nothing runs while a call needs the relay', async () => {
  const { check, calls, page } = openCheck();
  page.mayRun = false;
  await check.run();
  expect([check.getSnapshot(), calls]).toEqual([{ kind: 'unknown' }, []]);
});

test('a browser without WebRTC is known before anything is asked, and is not forgotten', async () => {
  const calls: string[] = [];
  const check = new ConnectionCheck({
    wire: { call: (async (name: string) => void calls.push(name)) as never },
    openLoop: null,
    mayRun: () => true,
  });
  await check.run();
  check.forget();
  expect([check.getSnapshot(), calls]).toEqual([{ kind: 'failed', problem: 'no-webrtc' }, []]);
});
