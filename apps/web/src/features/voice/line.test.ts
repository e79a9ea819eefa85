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
  run,
  see,
  T0,
  waiting,
  YOU,
} from './samples.ts';
import { reconnecting } from './view.ts';

const after = (state: CallState, now: number) => step(state, { kind: 'clock-moved' }, here(now));
const NEXT_CALL = '0192a0c0-0000-7000-8000-0000000000ff';
const kinds = (effects: readonly Effect[]) => effects.map(({ kind }) => kind);
const press = (state: CallState, event: CallEvent, now = T0) => step(state, event, here(now));

describe('End', () => {
  test('does nothing at 4,999 ms and asks for the decision at 5,000', () => {
    const calling = inCall(active());
    expect(press(calling, { kind: 'end-pressed' }, T0 + 4_999)).toEqual({ state: calling, effects: [] });
    expect(press(calling, { kind: 'end-pressed' }, T0 + 5_000)).toEqual({
      state: calling,
      effects: [{ kind: 'end', callId: active().callId }],
    });
  });

  test('asks at 299,999 ms and ends at once at 300,000', () => {
    const calling = inCall(active({ decisionPhaseAt: T0 + 400_000 }));
    expect(press(calling, { kind: 'end-pressed' }, T0 + 299_999).state.kind).toBe('calling');
    expect(press(calling, { kind: 'end-pressed' }, T0 + 300_000).state.kind).toBe('idle');
  });

  test('asks where the decision is due and not heard of yet', () => {
    const calling = inCall(active());
    expect(press(calling, { kind: 'end-pressed' }, T0 + 300_000)).toEqual({
      state: calling,
      effects: [{ kind: 'end', callId: active().callId }],
    });
  });

  test('ends an unlimited call at once', () => {
    expect(press(inCall(liked()), { kind: 'end-pressed' })).toEqual({
      state: { kind: 'idle', left: liked().callId },
      effects: [{ kind: 'end', callId: liked().callId }],
    });
  });

  test('is a dislike while deciding, and leaves after a like', () => {
    expect(press(inDecision(), { kind: 'end-pressed' }, T0 + 301_000).effects).toEqual([
      { kind: 'decide', callId: active().callId, decision: 'dislike' },
    ]);
    expect(kinds(press(inDecision(deciding({ yourDecision: 'like' })), { kind: 'end-pressed' }).effects)).toEqual([
      'end',
    ]);
  });

  test('pressed again as the decision opens does nothing: at 999 ms it is no dislike yet', () => {
    const choosing = inDecision();
    expect(press(choosing, { kind: 'end-pressed' }, T0 + 300_999)).toEqual({ state: choosing, effects: [] });
  });

  test('that fails is said, with its reason, and the call goes on', () => {
    const calling = inCall(active());
    expect(run(calling, { kind: 'end-failed', reason: 'too-early-to-end' })).toEqual({
      state: calling,
      effects: [{ kind: 'notice', notice: { kind: 'end-failed', reason: 'too-early-to-end' } }],
    });
  });

  test('a report leaves at once', () => {
    expect(run(inCall(active()), { kind: 'reported' }).state).toEqual({ kind: 'idle', left: active().callId });
    expect(run(inDecision(), { kind: 'reported' }).state.kind).toBe('idle');
  });
});

describe('leaving for good', () => {
  const leave: CallEvent = { kind: 'leave-pressed' };
  const { callId } = active();

  test.each<[string, CallState]>([
    ['a call at its first second', inCall(active())],
    ['a decision', inDecision()],
    ['a call that connects', inCall(bound({ version: 3 }))],
    ['an unlimited call', inCall(liked())],
  ])('%s', (_, state) =>
    expect(press(state, leave)).toEqual({
      state: { kind: 'idle', left: callId },
      effects: [{ kind: 'leave', callId }],
    }),
  );

  test('nothing that still comes of it is followed, in a new search neither', () => {
    const left = press(inCall(active()), leave).state;
    const searching = press(left, { kind: 'start-pressed', topic: '' }).state;
    const joining = press(searching, { kind: 'prepared', microphone: 'ready' }).state;
    for (const state of [left, searching, joining, press(joining, { kind: 'end-pressed' }).state]) {
      expect(see(state, active({ version: 6, otherPresence: 'away' })).state).toBe(state);
    }
    expect(see(joining, matched({ callId: NEXT_CALL })).state).toMatchObject({ kind: 'calling' });
  });
});

describe('the reminder', () => {
  test('fires once, 15 s before the decision', () => {
    const calling = inCall(active());
    expect(after(calling, T0 + 284_999).effects).toEqual([]);
    const reminded = after(calling, T0 + 285_000);
    expect(kinds(reminded.effects)).toEqual(['remind']);
    expect(after(reminded.state, T0 + 285_001).effects).toEqual([]);
  });

  test('does not fire when the decision is already due', () => {
    expect(kinds(after(inCall(active()), T0 + 300_000).effects)).toEqual(['enter-window']);
  });
});

describe('the decision', () => {
  test('is asked for when it is due and the server has not spoken, then the state every 3 s', () => {
    const calling = { ...inCall(active()), reminder: 'done' } as const;
    expect(after(calling, T0 + 299_999).effects).toEqual([]);
    const asked = after(calling, T0 + 300_000);
    expect(kinds(asked.effects)).toEqual(['enter-window']);
    expect(after(asked.state, T0 + 302_999).effects).toEqual([]);
    expect(kinds(after(asked.state, T0 + 303_000).effects)).toEqual(['check']);
  });

  test('takes one choice', () => {
    const sending = run(inDecision(), { kind: 'decision-pressed', decision: 'like' });
    expect(sending).toMatchObject({
      state: { choice: { kind: 'sending', decision: 'like' } },
      effects: [{ kind: 'decide', decision: 'like' }],
    });
    expect(run(sending.state, { kind: 'decision-pressed', decision: 'dislike' }).effects).toEqual([]);
    expect(see(sending.state, deciding({ version: 7, yourDecision: 'like' })).state).toMatchObject({
      choice: { kind: 'sent', decision: 'like' },
    });
  });

  test('undecided sends Dislike at 15,000 ms and not at 14,999', () => {
    expect(after(inDecision(), T0 + 314_999).effects).toEqual([]);
    const late = after(inDecision(), T0 + 315_000);
    expect(late.effects).toEqual([{ kind: 'decide', callId: active().callId, decision: 'dislike' }]);
    expect(after(late.state, T0 + 315_001).effects).toEqual([]);
    expect(kinds(after(late.state, T0 + 318_000).effects)).toEqual(['check']);
  });

  test('sent is not followed by an automatic Dislike', () => {
    expect(kinds(after(inDecision(deciding({ yourDecision: 'like' })), T0 + 315_000).effects)).toEqual(['check']);
  });

  test('that fails opens again while there is time, and not when it is over', () => {
    const sending = run(inDecision(), { kind: 'decision-pressed', decision: 'like' }).state;
    expect(press(sending, { kind: 'decision-refused', why: 'failed' }, T0 + 314_999)).toMatchObject({
      state: { choice: { kind: 'open' } },
      effects: [{ kind: 'notice', notice: { kind: 'decision-failed' } }],
    });
    expect(press(sending, { kind: 'decision-refused', why: 'failed' }, T0 + 315_000)).toMatchObject({
      state: { choice: { kind: 'sent' } },
      effects: [],
    });
    expect(press(sending, { kind: 'decision-refused', why: 'already-decided' })).toMatchObject({
      state: { choice: { kind: 'sent' } },
      effects: [{ kind: 'notice', notice: { kind: 'already-decided' } }],
    });
    expect(press(sending, { kind: 'decision-refused', why: 'late' })).toMatchObject({
      state: { choice: { kind: 'sent' } },
      effects: [],
    });
  });

  test('mutual like returns to an unlimited call', () => {
    const sent = inDecision(deciding({ yourDecision: 'like' }));
    expect(see(sent, liked(), T0 + 306_000).state).toMatchObject({
      kind: 'calling',
      call: { status: 'mutual-like' },
      revealedAt: T0 + 306_000,
    });
  });
});

describe('endings', () => {
  const done = (dislikedBy: 'you' | 'other' | 'both') =>
    deciding({ version: 9, status: 'completed', result: 'no-match', dislikedBy, endedAt: T0 + 310_000 });
  test.each([
    ['you', 'disliker', 2_000],
    ['both', 'disliker', 2_000],
    ['other', 'unmatched', 3_000],
  ] as const)('disliked by %s: %s, torn down after %i ms', (by, how, ms) => {
    const { state } = see(inDecision(), done(by), T0 + 310_000);
    expect(state).toMatchObject({ kind: 'ending', how, from: 'deciding' });
    expect(after(state, T0 + 310_000 + ms - 1).state).toBe(state);
    expect(after(state, T0 + 310_000 + ms).state).toEqual({ kind: 'idle', left: active().callId });
  });

  const ended = { version: 9, status: 'ended', endedAt: T0 } as const;
  test.each([active, deciding, liked])('the other left: told, torn down after 2,000 ms', (make) => {
    const before = make === deciding ? inDecision() : inCall(make());
    const { state, effects } = see(before, make({ ...ended, endReason: 'pressed-end', endedBy: 'other' }), T0);
    expect(state).toMatchObject({ kind: 'ending', how: 'other-left' });
    expect(kinds(effects)).toEqual(['other-left']);
    expect(after(state, T0 + 1_999).state).toBe(state);
    expect(after(state, T0 + 2_000).state).toEqual({ kind: 'idle', left: active().callId });
  });

  test('a lost connection has a sentence of its own', () => {
    expect(see(inCall(active()), active({ ...ended, endReason: 'connection-lost' })).state).toMatchObject({
      how: 'connection-lost',
    });
  });

  test('one’s own end is silent', () => {
    expect(see(inCall(liked()), liked({ ...ended, endReason: 'pressed-end', endedBy: 'you' }))).toEqual({
      state: { kind: 'idle', left: liked().callId },
      effects: [],
    });
  });

  test.each([
    ['who acknowledged too late', bound(), 'declined-match', { kind: 'connection-failed', place: 'lost' }],
    ['who sent nothing to connect with', bound(), 'connection-failed', { kind: 'connection-failed', place: 'lost' }],
    ['who was away too long', active(), 'left-page', { kind: 'call-ended' }],
  ] as const)('%s is told that it is over', (_who, call, endReason, notice) => {
    const calling = see(see(waiting(), matched()).state, call).state;
    expect(see(calling, { ...call, ...ended, endReason, endedBy: 'you' })).toEqual({
      state: { kind: 'idle', left: call.callId },
      effects: [{ kind: 'notice', notice }],
    });
  });

  test.each([active, deciding, liked])('a late answer does not bring back what has ended', (make) => {
    const before = make === deciding ? inDecision() : inCall(make());
    const ending = see(before, make({ ...ended, endReason: 'other-left', endedBy: 'other' })).state;
    const pressed = run(ending, { kind: 'end-pressed' }).state;
    const own = see(before, make({ ...ended, endReason: 'pressed-end', endedBy: 'you' })).state;
    const forgotten = run(before, { kind: 'call-forgotten', callId: before.call.callId }).state;
    const elsewhere = see(before, make({ version: 9, tab: 'tab-two-2' })).state;
    const endedThere = see(elsewhere, make({ ...ended, version: 10, tab: 'tab-two-2' })).state;
    const notThere = run(elsewhere, { kind: 'nothing-seen' }).state;
    for (const state of [after(ending, T0 + 3_000).state, pressed, own, forgotten, endedThere, notThere]) {
      expect(state.kind).toBe('idle');
      expect(see(state, make({ version: 9 })).state).toBe(state);
    }
  });

  test('nothing a snapshot says leaves an ending', () => {
    const { state } = see(inDecision(), done('you'), T0 + 310_000);
    for (const call of [
      active({ version: 99 }),
      liked({ version: 99 }),
      matched({ callId: '0192a0c0-0000-7000-8000-0000000000ff', createdAt: T0 + 999 }),
    ]) {
      expect(see(state, call).state).toBe(state);
    }
  });
});

describe('the link', () => {
  test('up for the first time is reported, once', () => {
    const calling = see(see(waiting(), matched()).state, bound()).state;
    const up = run(calling, { kind: 'link-up' });
    expect(up.effects).toEqual([{ kind: 'report-media', callId: bound().callId, status: 'connected' }]);
    expect(run(up.state, { kind: 'link-up' }).effects).toEqual([]);
  });

  test('comes up before the acknowledgement has: it is reported once that has', () => {
    const up = run(see(waiting(), matched()).state, { kind: 'link-up' });
    expect(up.effects).toEqual([]);
    const acknowledged = see(up.state, bound());
    expect(acknowledged.effects).toEqual([{ kind: 'report-media', callId: bound().callId, status: 'connected' }]);
    expect(see(acknowledged.state, bound({ version: 3 })).effects).toEqual([]);
  });

  test('down: the offering side tells the server, restarts, and counts an attempt from its delivery', () => {
    const down = run(inCall(active()), { kind: 'link-down' });
    expect(kinds(down.effects)).toEqual(['notify-disconnect', 'restart']);
    expect(down.state).toMatchObject({ link: { kind: 'down', attempt: 1, until: null } });
    expect(after(down.state, T0 + 60_000).effects).toEqual([]);
    const delivered = press(down.state, { kind: 'restart-delivered' }, T0 + 1_000).state;
    expect(after(delivered, T0 + 10_999).effects).toEqual([]);
    const second = after(delivered, T0 + 11_000);
    expect(second).toMatchObject({ state: { link: { attempt: 2, until: null } }, effects: [{ kind: 'restart' }] });
    const last = press(second.state, { kind: 'restart-delivered' }, T0 + 12_000).state;
    expect(after(last, T0 + 90_000).state).toMatchObject({ link: { attempt: 2 } });
    expect(after(last, T0 + 90_000).effects).toEqual([]);
    expect(run(last, { kind: 'link-up' })).toMatchObject({
      state: { link: { kind: 'up' } },
      effects: [{ kind: 'notify-reconnect' }],
    });
  });

  test('down: the answering side tells the server and waits 10 s a try', () => {
    const answering = { participants: [OTHER, YOU] as [string, string] };
    const calling = see(IDLE, active(answering)).state;
    const down = run(run(calling, { kind: 'link-up' }).state, { kind: 'link-down' });
    expect(kinds(down.effects)).toEqual(['notify-disconnect']);
    expect(down.state).toMatchObject({ link: { attempt: 1, until: T0 + 10_000 } });
    expect(after(down.state, T0 + 9_999).state).toBe(down.state);
    expect(after(down.state, T0 + 10_000).state).toMatchObject({ link: { attempt: 2, until: T0 + 20_000 } });
  });

  test('down before the call began is nobody’s business but the peer’s', () => {
    const calling = see(see(waiting(), matched()).state, bound()).state;
    expect(kinds(run(calling, { kind: 'link-down' }).effects)).toEqual(['restart']);
  });

  test('a fresh peer connection over there makes a fresh one here, for the offering side', () => {
    const fresh = { version: 6, mediaStatus: { [YOU]: 'connected', [OTHER]: 'connecting' } } as const;
    expect(see(inCall(active()), active(fresh)).state).toMatchObject({ peer: 2, link: { kind: 'opening' } });
  });

  test('up, but known to be in trouble: the server hears again that it is not', () => {
    const late = active({ version: 6, mediaStatus: { [YOU]: 'reconnecting', [OTHER]: 'connected' } });
    expect(kinds(see(inCall(active()), late).effects)).toEqual(['notify-reconnect']);
  });
});

describe('trouble that only the other side has', () => {
  const trouble = { version: 6, otherPresence: 'reconnecting' } as const;
  const helping = () => see(inCall(active()), active(trouble));

  test('makes the offering side restart, and is over when the other side says so', () => {
    expect(kinds(helping().effects)).toEqual(['restart']);
    expect(reconnecting(helping().state)).toBe(0);
    const over = see(helping().state, active({ version: 7 }));
    expect(over).toMatchObject({ state: { link: { kind: 'up' } }, effects: [] });
    expect(reconnecting(over.state)).toBeNull();
  });

  test('is tried twice, 10 s each from the delivery', () => {
    const delivered = press(helping().state, { kind: 'restart-delivered' }).state;
    expect(after(delivered, T0 + 9_999).effects).toEqual([]);
    const second = after(delivered, T0 + 10_000);
    expect(kinds(second.effects)).toEqual(['restart']);
    const last = press(second.state, { kind: 'restart-delivered' }, T0 + 10_000).state;
    expect(after(last, T0 + 60_000).effects).toEqual([]);
  });

  test('that reaches this side too: the server is told, the restart under way is for both', () => {
    const down = run(helping().state, { kind: 'link-down' });
    expect(kinds(down.effects)).toEqual(['notify-disconnect']);
    expect(reconnecting(down.state)).toBe(1);
    const up = run(down.state, { kind: 'link-up' });
    expect(kinds(up.effects)).toEqual(['notify-reconnect']);
    expect(reconnecting(up.state)).toBe(0);
    expect(up.state).toMatchObject({ link: { kind: 'helping', attempt: 1 } });
  });

  test('makes the answering side wait', () => {
    const answering = { participants: [OTHER, YOU] as [string, string] };
    const calling = run(see(IDLE, active(answering)).state, { kind: 'link-up' }).state;
    const waits = see(calling, active({ ...answering, ...trouble }));
    expect(waits.effects).toEqual([]);
    expect(reconnecting(waits.state)).toBe(0);
  });
});
