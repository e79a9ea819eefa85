import { describe, expect, test } from 'vitest';
import { IDLE, type CallEvent, type CallState, type Effect } from './call-state.ts';
import { step } from './machine.ts';
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
  QUEUE,
  run,
  see,
  T0,
  waiting,
  YOU,
} from './samples.ts';

const after = (state: CallState, now: number) => step(state, { kind: 'clock-moved' }, here(now));
const kinds = (effects: readonly Effect[]) => effects.map(({ kind }) => kind);

describe('joining', () => {
  test('goes through microphone and profile, the place, the wait', () => {
    const started = run(IDLE, { kind: 'start-pressed', topic: 'tea' });
    expect(started).toMatchObject({
      state: { kind: 'queuing', stage: 'preparing', after: 'start', topic: 'tea', muted: false },
      effects: [{ kind: 'prepare' }],
    });
    const joining = run(started.state, { kind: 'prepared', microphone: 'ready' });
    expect(joining).toMatchObject({ state: { stage: 'joining', muted: false }, effects: [{ kind: 'join' }] });
    expect(run(joining.state, { kind: 'queue-seen', queue: QUEUE }).state).toMatchObject({
      stage: 'waiting',
      queue: QUEUE,
    });
  });

  test('without a microphone goes on muted', () => {
    const { state } = run(IDLE, { kind: 'start-pressed', topic: '' }, { kind: 'prepared', microphone: 'unavailable' });
    expect(state).toMatchObject({ stage: 'joining', muted: true });
  });

  test('that fails leads to idle with the reason', () => {
    const prepared = run(IDLE, { kind: 'start-pressed', topic: '' });
    expect(run(prepared.state, { kind: 'prepare-failed' })).toEqual({
      state: IDLE,
      effects: [{ kind: 'notice', notice: { kind: 'prepare-failed' } }],
    });
    const joining = run(prepared.state, { kind: 'prepared', microphone: 'ready' });
    const failed: CallEvent = { kind: 'join-failed', code: 'unauthenticated', message: 'x' };
    expect(run(joining.state, failed)).toEqual({
      state: IDLE,
      effects: [{ kind: 'leave-queue' }, { kind: 'notice', notice: failed }],
    });
  });

  test('Cancel leaves the queue; before a place was asked for there is none to leave', () => {
    expect(run(waiting(), { kind: 'end-pressed' })).toEqual({ state: IDLE, effects: [{ kind: 'leave-queue' }] });
    expect(run(IDLE, { kind: 'start-pressed', topic: '' }, { kind: 'end-pressed' })).toMatchObject({
      state: IDLE,
      effects: [{ kind: 'prepare' }],
    });
  });

  test('a place the server lost is asked for again', () => {
    expect(run(waiting(), { kind: 'nothing-seen' })).toMatchObject({
      state: { stage: 'joining' },
      effects: [{ kind: 'join' }],
    });
  });
});

describe('a match', () => {
  test('is acknowledged with the topic', () => {
    const { state, effects } = see(waiting('tea'), matched());
    expect(state).toMatchObject({ kind: 'calling', link: { kind: 'opening' }, peer: 1, topic: 'tea' });
    expect(effects).toEqual([{ kind: 'acknowledge', callId: matched().callId, topic: 'tea' }]);
  });

  test('counts at 119,999 ms of age and not at 120,000', () => {
    expect(see(waiting(), matched(), T0 + 119_999).state.kind).toBe('calling');
    expect(see(waiting(), matched(), T0 + 120_000).state.kind).toBe('queuing');
  });

  test('is not for a tab that does not wait', () => expect(see(IDLE, matched()).state).toBe(IDLE));

  test('bound to another tab shows as elsewhere, from idle and from the queue', () => {
    const taken = bound({ tab: 'tab-two-2' });
    expect(see(IDLE, taken).state).toEqual({ kind: 'elsewhere', call: taken });
    expect(see(waiting(), taken).state).toEqual({ kind: 'elsewhere', call: taken });
  });

  test('withdrawn returns to finding someone, and the server says whether there is a place', () => {
    const calling = see(see(waiting('tea'), matched()).state, bound()).state;
    const gone = see(
      calling,
      bound({ version: 3, status: 'ended', endReason: 'declined-match', endedBy: 'other', endedAt: T0 }),
    );
    expect(gone).toMatchObject({
      state: { kind: 'queuing', stage: 'returning', topic: 'tea' },
      effects: [{ kind: 'check' }],
    });
    expect(run(gone.state, { kind: 'queue-seen', queue: QUEUE }).state).toMatchObject({
      stage: 'waiting',
      after: 'withdrawn-match',
    });
    expect(run(gone.state, { kind: 'nothing-seen' })).toEqual({
      state: { kind: 'idle', left: bound().callId },
      effects: [{ kind: 'notice', notice: { kind: 'connection-failed', place: 'lost' } }],
    });
    expect(see(gone.state, bound()).state).toBe(gone.state);
  });

  test('that never connects ends with a sentence', () => {
    const calling = see(see(waiting(), matched()).state, bound()).state;
    const failed = see(calling, bound({ version: 3, status: 'ended', endReason: 'connection-failed', endedAt: T0 }));
    expect(failed).toEqual({
      state: { kind: 'idle', left: bound().callId },
      effects: [{ kind: 'notice', notice: { kind: 'connection-failed', place: 'kept' } }],
    });
  });

  test('is cancelled at once while connecting, whether or not it begins before the server hears of it', () => {
    const { callId } = matched();
    for (const calling of [see(waiting(), matched()).state, inCall(bound({ version: 3 }))]) {
      expect(run(calling, { kind: 'end-pressed' })).toEqual({
        state: { kind: 'idle', left: callId },
        effects: [{ kind: 'leave', callId }],
      });
    }
  });

  test('still connecting 3 s after it was made is looked at, and again every 3 s', () => {
    const calling = see(see(waiting(), matched()).state, bound()).state;
    expect(after(calling, T0 + 2_999).effects).toEqual([]);
    const asked = after(calling, T0 + 3_000);
    expect(kinds(asked.effects)).toEqual(['check']);
    expect(after(asked.state, T0 + 5_999).effects).toEqual([]);
    expect(kinds(after(asked.state, T0 + 6_000).effects)).toEqual(['check']);
  });
});

describe('snapshots', () => {
  test('the highest version wins and the same version changes nothing', () => {
    const calling = inCall(active());
    expect(see(calling, active({ version: 4 })).state).toBe(calling);
    expect(see(calling, active({ version: 5, otherPresence: 'away' })).state).toBe(calling);
    expect(see(calling, active({ version: 6, otherPresence: 'away' })).state).toMatchObject({
      call: { otherPresence: 'away' },
    });
  });

  test('of two calls the newest wins', () => {
    const calling = inCall(active());
    const older = active({ callId: '0192a0c0-0000-7000-8000-0000000000ff', createdAt: T0 - 1, version: 99 });
    expect(see(calling, older).state).toBe(calling);
    expect(see(calling, { ...older, createdAt: T0 + 1 }).state).toMatchObject({
      call: { callId: older.callId },
      peer: 1,
      link: { kind: 'opening' },
    });
  });

  test('a call just left is not followed', () => {
    const left: CallState = { kind: 'idle', left: active().callId };
    expect(see(left, active()).state).toBe(left);
  });

  test('of a call the server has nobody in any more the ending is asked for; one that is forgotten leads to idle', () => {
    for (const state of [inCall(active()), inDecision(), inCall(liked())]) {
      const { callId } = state.call;
      expect(run(state, { kind: 'nothing-seen' })).toEqual({ state, effects: [{ kind: 'ask-ending', callId }] });
      expect(run(state, { kind: 'call-forgotten', callId }).state).toEqual({ kind: 'idle', left: callId });
      expect(run(state, { kind: 'call-forgotten', callId: 'another' }).state).toBe(state);
    }
  });

  test('both connected says so once', () => {
    const connecting = inCall(bound({ version: 3 }));
    const started = see(connecting, active());
    expect(started.effects).toContainEqual({ kind: 'notice', notice: { kind: 'call-started' } });
    expect(see(started.state, active({ version: 6, otherPresence: 'away' })).effects).toEqual([]);
  });
});

describe('coming back after a reload', () => {
  test('takes the call up with a fresh peer connection and says so', () => {
    const { state, effects } = see(IDLE, active(), T0 + 30_000);
    expect(state).toMatchObject({ kind: 'calling', link: { kind: 'opening' }, peer: 1 });
    expect(effects).toEqual([{ kind: 'report-media', callId: active().callId, status: 'connecting' }]);
  });

  test('comes back into the decision window, with the choice already made', () => {
    expect(see(IDLE, deciding(), T0 + 303_000).state).toMatchObject({ kind: 'deciding', choice: { kind: 'open' } });
    expect(see(IDLE, deciding({ yourDecision: 'like' }), T0 + 303_000).state).toMatchObject({
      choice: { kind: 'sent', decision: 'like' },
    });
  });

  test.each([
    [60_000, []],
    [60_001, [60_000]],
    [600_000, [60_000]],
    [600_001, [600_000]],
  ])('a call %i ms old is logged as %j', (age, logged) => {
    const call = liked({ mediaStatus: { [YOU]: 'connecting', [OTHER]: 'connected' } });
    const { effects } = see(IDLE, call, T0 + age);
    expect(effects.flatMap((effect) => (effect.kind === 'log-old-session' ? [effect.olderThanMs] : []))).toEqual(
      logged,
    );
  });

  test('"Continue here" claims the call for this tab and then follows it', () => {
    const elsewhere = see(IDLE, active({ tab: 'tab-two-2' })).state;
    expect(run(elsewhere, { kind: 'continue-here-pressed' }).effects).toEqual([
      { kind: 'acknowledge', callId: active().callId, topic: null },
    ]);
    expect(see(elsewhere, active({ version: 6 })).state).toMatchObject({ kind: 'calling', peer: 1 });
  });

  test('a call taken by another tab leaves this one', () => {
    expect(see(inCall(active()), active({ version: 6, tab: 'tab-two-2' })).state.kind).toBe('elsewhere');
  });
});

describe('mute', () => {
  test('toggles in the queue, in the call and while deciding', () => {
    for (const state of [waiting(), inCall(active()), inDecision()])
      expect(run(state, { kind: 'mute-pressed' }).state).toMatchObject({ muted: true });
  });
  test('follows a microphone that is gone, and stays when it is back', () => {
    const gone = run(inCall(active()), { kind: 'microphone-changed', microphone: 'unavailable' });
    expect(gone.state).toMatchObject({ muted: true });
    expect(run(gone.state, { kind: 'microphone-changed', microphone: 'ready' }).state).toBe(gone.state);
  });
  test('survives the match and the decision', () => {
    const muted = run(waiting(), { kind: 'mute-pressed' }).state;
    const calling = see(muted, matched()).state;
    expect(see(see(calling, bound()).state, deciding()).state).toMatchObject({ kind: 'deciding', muted: true });
  });
});

test('an event that does not apply returns the same state', () => {
  const events: CallEvent[] = [
    { kind: 'prepared', microphone: 'ready' },
    { kind: 'prepare-failed' },
    { kind: 'queue-seen', queue: QUEUE },
    { kind: 'join-failed', code: 'x', message: '' },
    { kind: 'clock-moved' },
    { kind: 'link-up' },
    { kind: 'link-down' },
    { kind: 'restart-delivered' },
    { kind: 'mute-pressed' },
    { kind: 'microphone-changed', microphone: 'unavailable' },
    { kind: 'end-pressed' },
    { kind: 'cancelled' },
    { kind: 'end-failed', reason: null },
    { kind: 'decision-pressed', decision: 'like' },
    { kind: 'decision-refused', why: 'failed' },
    { kind: 'continue-here-pressed' },
    { kind: 'reported' },
    { kind: 'nothing-seen' },
    { kind: 'call-forgotten', callId: active().callId },
  ];
  for (const event of events) expect(step(IDLE, event, here())).toEqual({ state: IDLE, effects: [] });
});

describe('a call between chat partners', () => {
  const PARTNER = liked().partner;
  const answered = bound({ kind: 'direct', partner: PARTNER });
  const talking = liked({ kind: 'direct', result: null });

  test('begins in the tab that has it, says that it has started, and has no decision', () => {
    const { state } = see(IDLE, answered);
    const started = see(state, talking);
    expect(started.state).toMatchObject({ kind: 'calling', revealedAt: null });
    expect(started.effects).toEqual([{ kind: 'notice', notice: { kind: 'call-started' } }]);
  });

  test('that never connected leads back to no queue', () => {
    const { state } = see(IDLE, answered);
    const failed = { ...answered, version: 3, status: 'ended', endReason: 'connection-failed', endedAt: T0 } as const;
    expect(see(state, failed)).toEqual({
      state: { kind: 'idle', left: answered.callId },
      effects: [{ kind: 'notice', notice: { kind: 'connection-failed', place: 'lost' } }],
    });
    const left = { ...failed, endReason: 'other-left', endedBy: 'other' } as const;
    expect(see(state, left).state).toMatchObject({ kind: 'ending', how: 'other-left' });
  });
});
