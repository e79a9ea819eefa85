import type { DirectCall } from '@yonder/contract';
import { describe, expect, test } from 'vitest';
import { T0, TAB } from '../samples.ts';
import { step } from './direct-machine.ts';
import { IDLE, type DirectEvent, type DirectState } from './direct-state.ts';
import { accepted, called, calling, ended, here, run, see, TO_MEI } from './samples.ts';

const CALL = calling().id;
const pressed: DirectEvent = { kind: 'call-pressed', to: TO_MEI };
const preparing = run(IDLE, pressed).state;
const outgoing = see(preparing, calling()).state;
const incoming = see(IDLE, called()).state;
const accepting = run(incoming, { kind: 'accept-pressed' }).state;
const ALL: readonly DirectState[] = [
  IDLE,
  preparing,
  outgoing,
  incoming,
  accepting,
  see(outgoing, accepted(calling())).state,
  see(incoming, accepted(called(), { tab: 'tab-two-2' })).state,
  see(outgoing, ended(calling(), 'declined')).state,
];

function at(state: DirectState, now: number): DirectState {
  return step(state, { kind: 'clock-moved' }, here(now)).state;
}

describe('calling', () => {
  test('a press asks for the microphone and the server; the answer rings', () => {
    expect(run(IDLE, pressed).effects).toEqual([{ kind: 'start', to: TO_MEI }]);
    expect(outgoing).toEqual({ kind: 'outgoing', call: calling() });
  });

  test('a refused microphone calls nobody', () => {
    const { state, effects } = run(preparing, { kind: 'microphone-denied' });
    expect(state).toEqual(IDLE);
    expect(effects).toEqual([{ kind: 'notice', notice: { kind: 'microphone-denied' } }, { kind: 'check' }]);
  });

  test('Cancel while it rings is final here: nothing that is still heard of it comes back', () => {
    const { state, effects } = run(outgoing, { kind: 'cancel-pressed' });
    expect(effects).toEqual([{ kind: 'end', callId: CALL }]);
    expect(see(state, calling({ version: 2 })).state).toBe(state);
    expect(see(state, accepted(calling())).state).toBe(state);
  });

  test.each(['declined', 'busy', 'missed', 'closed'] as const)('%s is told for 4,000 ms', (reason) => {
    const { state } = see(outgoing, ended(calling(), reason));
    expect(state).toMatchObject({ kind: 'over', outcome: reason });
    expect(at(state, T0 + 3_999)).toBe(state);
    expect(at(state, T0 + 4_000)).toEqual({ kind: 'idle', left: CALL });
  });

  test('busy is told though it never rang', () => {
    expect(see(preparing, ended(calling(), 'busy')).state).toMatchObject({ kind: 'over', outcome: 'busy' });
  });

  test('who calls somebody that is just calling them is answered at once', () => {
    expect(see(preparing, accepted(called())).state.kind).toBe('answered');
  });

  test('silence until 5,000 ms after the last ring means that nobody answered', () => {
    expect(at(outgoing, T0 + 49_999)).toBe(outgoing);
    expect(at(outgoing, T0 + 50_000)).toMatchObject({ kind: 'over', outcome: 'missed' });
  });

  test('a call that the server no longer knows is asked how it ended', () => {
    const { state, effects } = run(outgoing, { kind: 'nothing-seen', callId: CALL });
    expect(state).toBe(outgoing);
    expect(effects).toEqual([{ kind: 'ask-ending', callId: CALL }]);
    expect(run(outgoing, { kind: 'call-forgotten', callId: CALL }).state.kind).toBe('idle');
  });

  test('a reloaded tab finds the call that it made ringing; another tab of the caller does not', () => {
    expect(see(IDLE, calling()).state.kind).toBe('outgoing');
    expect(see(IDLE, calling({ tab: 'tab-two-2' })).state.kind).toBe('elsewhere');
  });
});

describe('being called', () => {
  test('it rings, in every tab', () => {
    expect(incoming).toEqual({ kind: 'incoming', call: called(), answer: 'open' });
  });

  test('Accept is asked once', () => {
    expect(run(incoming, { kind: 'accept-pressed' }, { kind: 'accept-pressed' }).effects).toEqual([
      { kind: 'accept', callId: CALL },
    ]);
  });

  test.each(['microphone-denied', 'accept-failed'] as const)('after %s it still rings', (kind) => {
    const { state, effects } = run(accepting, { kind });
    expect(state).toEqual(incoming);
    expect(effects).toEqual([{ kind: 'notice', notice: { kind } }, { kind: 'check' }]);
  });

  test('Decline is silent at once and final', () => {
    const { state, effects } = run(incoming, { kind: 'decline-pressed' });
    expect(effects).toEqual([{ kind: 'decline', callId: CALL }]);
    expect(see(state, called({ version: 2 })).state).toBe(state);
  });

  test('accepted here it is answered; accepted in another tab it is there, and this one asks about it', () => {
    expect(see(accepting, accepted(called()))).toEqual({
      state: { kind: 'answered', call: accepted(called()) },
      effects: [],
    });
    const there = accepted(called(), { tab: 'tab-two-2' });
    expect(see(incoming, there)).toEqual({ state: { kind: 'elsewhere', call: there }, effects: [{ kind: 'check' }] });
  });

  test.each(['cancelled', 'missed', 'declined'] as const)('%s: nothing is said any more', (reason) => {
    expect(see(incoming, ended(called(), reason)).state).toEqual({ kind: 'idle', left: CALL });
  });

  test('silence until 5,000 ms after the last ring ends it', () => {
    expect(at(incoming, T0 + 50_000)).toEqual({ kind: 'idle', left: CALL });
  });

  test('an older version is not followed', () => {
    const { state } = see(IDLE, called({ version: 3 }));
    expect(see(state, ended(called(), 'missed')).state.kind).toBe('idle');
    expect(see(state, { ...ended(called(), 'missed'), version: 2 }).state).toBe(state);
  });

  test('a call that was over before it rang here leaves the one that rings alone', () => {
    const other = { ...ended(called(), 'busy'), id: '0192a0c0-0000-7000-8000-0000000000ff', createdAt: T0 + 1_000 };
    expect(see(incoming, other).state).toBe(incoming);
    expect(see(outgoing, other).state).toBe(outgoing);
  });

  test('a newer call takes the place of one that is over', () => {
    const over = see(outgoing, ended(calling(), 'declined')).state;
    const back = called({ id: '0192a0c0-0000-7000-8000-0000000000ff', createdAt: T0 + 6_000 });
    expect(see(over, back).state.kind).toBe('incoming');
  });
});

test('what the machine of calls has taken over is followed no more', () => {
  const answered = see(outgoing, accepted(calling())).state;
  const { state } = run(answered, { kind: 'taken-over', callId: CALL });
  expect(state).toEqual({ kind: 'idle', left: CALL });
  expect(see(state, ended(calling(), 'hung-up')).state).toEqual(state);
});

test('no event but a press, a newer call or a later version changes anything: 8 states × 8 events twice', () => {
  const events: DirectEvent[] = [
    { kind: 'cancel-pressed' },
    { kind: 'accept-pressed' },
    { kind: 'decline-pressed' },
    { kind: 'accept-failed' },
    { kind: 'microphone-denied' },
    { kind: 'taken-over', callId: CALL },
    { kind: 'nothing-seen', callId: '0192a0c0-0000-7000-8000-0000000000fe' },
    { kind: 'clock-moved' },
  ];
  for (const state of ALL) {
    for (const event of events) {
      const once = run(state, event);
      const twice = run(once.state, event);
      expect(twice.state, `${state.kind} after ${event.kind} twice`).toEqual(once.state);
    }
  }
});

test.each([TAB, 'tab-two-2', null])('a live call seen first by tab %s is shown once', (tab) => {
  for (const call of [calling({ tab }), called({ tab })] satisfies DirectCall[]) {
    const { state } = see(IDLE, call);
    expect(see(state, call).state).toBe(state);
  }
});
