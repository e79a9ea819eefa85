import { expect, test } from 'vitest';
import { DEFAULT_STATE } from '../../state/app-state.ts';
import { IDLE, type CallState } from './call-state.ts';
import { active, deciding, here, inCall, inDecision, liked, matched, run, see, T0, waiting } from './samples.ts';
import { applyCall } from './store-fields.ts';
import { clockOf } from './view.ts';

const apply = (state: CallState, now = T0, app = DEFAULT_STATE) => applyCall(app, state, clockOf(state, here(now)));

test('idle changes nothing', () => expect(apply(IDLE)).toBe(DEFAULT_STATE));

test('joining takes the mode lock, enters mode 2 and starts every count anew', () => {
  const before = { ...DEFAULT_STATE, callTopic: 'tea' };
  const joined = apply(run(IDLE, { kind: 'start-pressed', topic: 'tea' }).state, T0, before);
  expect(joined).toMatchObject({
    modeLock: true,
    currentMode: 'mode2',
    previousMode: 'mode1',
    callState: 'queuing',
    isCallMuted: false,
    canDislike: false,
    callElapsedSeconds: 0,
    decisionRemainingSeconds: 15,
    callTopic: 'tea',
    callId: null,
  });
});

test('waiting shows place and total', () =>
  expect(apply(waiting())).toMatchObject({ mode2QueuePosition: 3, callQueueTotal: 12 }));

test('leaving the queue releases the mode lock and the mode', () => {
  const inQueue = apply(waiting());
  expect(apply(IDLE, T0, inQueue)).toMatchObject({
    modeLock: false,
    currentMode: null,
    previousMode: 'mode2',
    callState: 'idle',
    mode2QueuePosition: null,
    callQueueTotal: null,
  });
});

test('a failed join releases the mode lock', () => {
  const joining = run(IDLE, { kind: 'start-pressed', topic: '' }, { kind: 'prepared', microphone: 'ready' }).state;
  const failed = run(joining, { kind: 'join-failed', code: 'unavailable', message: '' }).state;
  expect(apply(failed, T0, apply(joining))).toMatchObject({ modeLock: false, currentMode: null, callState: 'idle' });
});

test('a call counts and allows End after 5 s', () => {
  expect(apply(inCall(active()), T0 + 4_999)).toMatchObject({
    callState: 'calling',
    callId: active().callId,
    callElapsedSeconds: 4,
    canDislike: false,
  });
  expect(apply(inCall(active()), T0 + 5_000)).toMatchObject({ callElapsedSeconds: 5, canDislike: true });
});

test('deciding counts down; the like returns to calling and End stays allowed', () => {
  expect(apply(inDecision(), T0 + 306_000)).toMatchObject({ callState: 'deciding', decisionRemainingSeconds: 9 });
  expect(apply(inCall(liked()), T0 + 320_000)).toMatchObject({
    callState: 'calling',
    canDislike: true,
    callElapsedSeconds: 320,
    decisionRemainingSeconds: 15,
  });
});

test('an ending call keeps the state it came from', () => {
  const over = deciding({ version: 9, status: 'completed', result: 'no-match', dislikedBy: 'you', endedAt: T0 });
  expect(apply(see(inDecision(), over).state)).toMatchObject({ callState: 'deciding', modeLock: true });
});

test('a call in another tab does not occupy this one', () => {
  expect(apply(see(IDLE, active({ tab: 'tab-two-2' })).state)).toMatchObject({
    callState: 'idle',
    modeLock: false,
    callId: null,
  });
});

test('a mute shows', () =>
  expect(apply(run(see(waiting(), matched()).state, { kind: 'mute-pressed' }).state)).toMatchObject({
    isCallMuted: true,
  }));

test('a call between chat partners takes the lock and is none of the modes', () => {
  const call = liked({ kind: 'direct', result: null });
  const before = { ...DEFAULT_STATE, currentMode: null };
  expect(apply(see(IDLE, call).state, T0, before)).toMatchObject({
    modeLock: true,
    currentMode: null,
    callState: 'calling',
    callId: call.callId,
  });
});
