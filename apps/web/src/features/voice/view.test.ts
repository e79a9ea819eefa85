import { DEFAULT_TOPIC } from '@yonder/contract';
import { expect, test } from 'vitest';
import { IDLE } from './call-state.ts';
import {
  active,
  bound,
  deciding,
  here,
  inCall,
  inDecision,
  liked,
  matched,
  OTHER,
  run,
  see,
  T0,
  TAB,
  waiting,
  YOU,
} from './samples.ts';
import {
  clockOf,
  isOtherMuted,
  longestPart,
  minutes,
  motionOf,
  reconnecting,
  riseOf,
  soundIn,
  topicOf,
  untoldMute,
  wantedPeer,
  wantsMicrophone,
} from './view.ts';

test.each([
  [0, '0:00'],
  [59, '0:59'],
  [60, '1:00'],
  [299, '4:59'],
  [3_600, '60:00'],
])('%i s reads %s', (seconds, text) => expect(minutes(seconds)).toBe(text));

test('elapsed counts whole seconds of talk and stands still while deciding', () => {
  expect(clockOf(inCall(active()), here(T0 + 999))).toMatchObject({ elapsed: 0, untilDecision: 300 });
  expect(clockOf(inCall(active()), here(T0 + 1_000))).toMatchObject({ elapsed: 1, untilDecision: 299 });
  expect(clockOf(inDecision(), here(T0 + 309_000))).toMatchObject({ elapsed: 300, untilDecision: null });
  expect(clockOf(inCall(liked()), here(T0 + 321_000))).toMatchObject({ elapsed: 321, untilDecision: null });
  expect(clockOf(IDLE, here())).toEqual({ elapsed: 0, untilDecision: null, decisionRemaining: 15, canEnd: false });
});

test('End is allowed from 5 s of talk on, and in every later state', () => {
  expect(clockOf(inCall(active()), here(T0 + 4_999)).canEnd).toBe(false);
  expect(clockOf(inCall(active()), here(T0 + 5_000)).canEnd).toBe(true);
  expect(clockOf(inDecision(), here(T0 + 300_000)).canEnd).toBe(true);
  expect(clockOf(inCall(liked()), here()).canEnd).toBe(true);
});

test('the decision counts 15 … 0, also by a clock that is 7 ms behind', () => {
  const left = (ms: number) => clockOf(inDecision(), here(T0 + 300_000 + ms)).decisionRemaining;
  expect([-7, 0, 1, 999, 1_000, 14_000, 14_001, 15_000, 20_000].map(left)).toEqual([15, 15, 15, 15, 14, 1, 1, 0, 0]);
});

test('a peer connection is wanted from the match on, unless another tab has the call', () => {
  const unbound = see(waiting(), matched()).state;
  expect(wantedPeer(unbound, TAB)).toEqual(wantedPeer(see(unbound, bound()).state, TAB));
  expect(wantedPeer(see(unbound, bound()).state, TAB)).toEqual({
    callId: bound().callId,
    generation: 1,
    role: 'offerer',
  });
  expect(wantedPeer(see(IDLE, active({ participants: [OTHER, YOU] })).state, TAB)).toMatchObject({ role: 'answerer' });
  expect(wantedPeer(IDLE, TAB)).toBeNull();
});

test('the microphone is open from the queue to the decision', () => {
  expect([IDLE, waiting(), inCall(active()), inDecision()].map(wantsMicrophone)).toEqual([false, true, true, true]);
});

test('nobody hears anybody while deciding; mute silences only oneself', () => {
  expect(soundIn(inCall(active()))).toEqual({ remote: 'heard', own: 'heard' });
  expect(soundIn(run(inCall(active()), { kind: 'mute-pressed' }).state)).toEqual({ remote: 'heard', own: 'silent' });
  expect(soundIn(inDecision())).toEqual({ remote: 'silent', own: 'silent' });
  expect(soundIn(waiting())).toEqual({ remote: 'silent', own: 'silent' });
});

test('without a call here, who tries the microphone is heard', () => {
  const elsewhere = see(IDLE, active({ tab: 'tab-two-2' })).state;
  for (const state of [IDLE, elsewhere]) expect(soundIn(state)).toEqual({ remote: 'silent', own: 'heard' });
});

test.each([
  [DEFAULT_TOPIC, null],
  ['', null],
  ['  ', null],
  [' tea ', 'tea'],
])('the topic %j shows as %j', (topic, shown) => expect(topicOf(active({ topics: { [OTHER]: topic } }))).toBe(shown));

test('the sun rises with the talk, is cut in half by the decision and clear after the like', () => {
  const { rules } = here();
  const rise = (state: Parameters<typeof riseOf>[0], now: number) => riseOf(state, clockOf(state, here(now)), rules);
  expect(rise(waiting(), T0)).toBe(0.06);
  expect(rise(see(waiting(), matched()).state, T0)).toBe(0.06);
  expect(rise(inCall(active()), T0)).toBe(0.26);
  expect(rise(inCall(active()), T0 + 100_000)).toBeGreaterThan(rise(inCall(active()), T0 + 50_000));
  expect(rise(inDecision(deciding()), T0 + 305_000)).toBe(0.5);
  expect(rise(inCall(liked()), T0 + 320_000)).toBe(1.1);
});

test('the picture holds still while the two are being connected', () => {
  const connecting = see(waiting(), matched()).state;
  const preparing = run(IDLE, { kind: 'start-pressed', topic: '' }).state;
  expect([preparing, connecting].map(motionOf)).toEqual(['held', 'held']);
  expect([waiting(), inCall(active()), inDecision(), inCall(liked())].map(motionOf)).toEqual(
    Array.from({ length: 4 }, () => 'moving'),
  );
});

test('reconnecting names the try, or only that there is trouble', () => {
  expect(reconnecting(inCall(active()))).toBeNull();
  expect(reconnecting(run(inCall(active()), { kind: 'link-down' }).state)).toBe(1);
  expect(
    reconnecting(
      see(
        inCall(active({ participants: [OTHER, YOU] })),
        active({ participants: [OTHER, YOU], version: 6, otherPresence: 'reconnecting' }),
      ).state,
    ),
  ).toBe(0);
  expect(reconnecting(see(waiting(), matched()).state)).toBeNull();
});

test.each([
  ['Mei', 3],
  ['Mei-Lin', 4],
  ['Featherstonehaugh-Cholmondeley', 18],
  ['Ana María de la Vega', 5],
  ['', 1],
])('a line of %j has room for %d letters at least', (name, letters) => expect(longestPart(name)).toBe(letters));

test('of whether one is muted the server is told what it does not hold, from the first word on and by the tab that talks', () => {
  const mute = { kind: 'mute-pressed' } as const;
  const { callId, version } = active();
  const unmuted = inCall(active());
  const muted = run(unmuted, mute).state;
  const HERE = { tab: TAB, isSilenced: false };
  expect(untoldMute(unmuted, HERE)).toBeNull();
  expect(untoldMute(muted, HERE)).toEqual({ callId, muted: true, version });
  expect(untoldMute(see(muted, active({ version: 6, muted: { [YOU]: true } })).state, HERE)).toBeNull();
  expect(untoldMute(see(unmuted, active({ version: 6, muted: { [YOU]: true } })).state, HERE)).toEqual({
    callId,
    muted: false,
    version: 6,
  });
  expect(untoldMute(muted, { ...HERE, tab: 'tab-two-2' })).toBeNull();
  expect(untoldMute(run(inCall(bound({ version: 3 })), mute).state, HERE)).toBeNull();
  expect(untoldMute(run(IDLE, mute).state, HERE)).toBeNull();
  const silenced = { tab: TAB, isSilenced: true };
  expect(untoldMute(unmuted, silenced)).toEqual({ callId, muted: true, version });
  expect(untoldMute(see(unmuted, active({ version: 6, muted: { [YOU]: true } })).state, silenced)).toBeNull();
});

test('the other side is muted when the call says so of them', () => {
  expect(isOtherMuted(active({ muted: { [YOU]: true, [OTHER]: false } }))).toBe(false);
  expect(isOtherMuted(active({ muted: { [OTHER]: true } }))).toBe(true);
  expect(isOtherMuted(active())).toBe(false);
});
