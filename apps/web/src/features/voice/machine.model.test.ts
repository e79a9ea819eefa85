import type { CallView } from '@yonder/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { IDLE, type CallEvent, type CallState, type Effect } from './call-state.ts';
import { step } from './machine.ts';
import { active, bound, deciding, here, liked, matched, QUEUE, T0 } from './samples.ts';

/** The clock moves without an event, and timers fire without the clock: lateness and earliness are both tried. */
type Command =
  | { kind: 'clock-moves'; ms: number }
  | { kind: 'happens'; event: CallEvent }
  | { kind: 'server-says'; make: number; version: number; call: number };

const over = { status: 'completed', result: 'no-match', endedAt: T0 + 310_000 } as const;
const SNAPSHOTS: readonly ((change: Partial<CallView>) => CallView)[] = [
  matched,
  bound,
  active,
  deciding,
  (change) => deciding({ yourDecision: 'like', ...change }),
  liked,
  (change) => deciding({ ...over, dislikedBy: 'you', ...change }),
  (change) => deciding({ ...over, dislikedBy: 'other', ...change }),
  (change) => active({ status: 'ended', endReason: 'pressed-end', endedBy: 'other', endedAt: T0, ...change }),
  (change) => bound({ status: 'ended', endReason: 'declined-match', endedBy: 'other', endedAt: T0, ...change }),
  (change) => active({ otherPresence: 'reconnecting', ...change }),
  (change) => active({ tab: 'tab-two-2', ...change }),
];

/** Calls one after the other. A call that is over does not come back, so there is a next one. */
const CALLS: readonly Partial<CallView>[] = [0, 1, 2, 3].map((nth) => ({
  callId: `0192a0c0-0000-7000-8000-00000000001${nth}`,
  createdAt: T0 + nth,
}));

const EVENTS: readonly CallEvent[] = [
  { kind: 'start-pressed', topic: 'tea' },
  { kind: 'prepared', microphone: 'ready' },
  { kind: 'prepared', microphone: 'unavailable' },
  { kind: 'prepare-failed' },
  { kind: 'queue-seen', queue: QUEUE },
  { kind: 'join-failed', code: 'unavailable', message: '' },
  { kind: 'nothing-seen' },
  ...CALLS.map(({ callId = '' }): CallEvent => ({ kind: 'call-forgotten', callId })),
  { kind: 'clock-moved' },
  { kind: 'link-up' },
  { kind: 'link-down' },
  { kind: 'restart-delivered' },
  { kind: 'mute-pressed' },
  { kind: 'microphone-changed', microphone: 'unavailable' },
  { kind: 'end-pressed' },
  { kind: 'cancelled' },
  { kind: 'end-failed', reason: null },
  { kind: 'leave-pressed' },
  { kind: 'decision-pressed', decision: 'like' },
  { kind: 'decision-pressed', decision: 'dislike' },
  { kind: 'decision-refused', why: 'failed' },
  { kind: 'decision-refused', why: 'already-decided' },
  { kind: 'continue-here-pressed' },
  { kind: 'reported' },
];

const command: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('clock-moves' as const),
      ms: fc.constantFrom(1, 999, 1_000, 3_000, 5_000, 10_000, 60_000, 285_000),
    }),
  },
  { weight: 2, arbitrary: fc.constant<Command>({ kind: 'happens', event: { kind: 'clock-moved' } }) },
  { weight: 5, arbitrary: fc.constantFrom(...EVENTS).map((event): Command => ({ kind: 'happens', event })) },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('server-says' as const),
      make: fc.nat(SNAPSHOTS.length - 1),
      version: fc.integer({ min: 1, max: 20 }),
      call: fc.nat(CALLS.length - 1),
    }),
  },
);

interface Happening {
  readonly before: CallState;
  readonly event: CallEvent;
  readonly after: CallState;
  readonly effects: readonly Effect[];
  readonly now: number;
}

/** What must hold between any state, any event and the next state. */
const RULES: Record<string, (happening: Happening) => boolean> = {
  'a search that was refused goes on no more': ({ before, event, after }) =>
    event.kind !== 'join-failed' ||
    before.kind !== 'queuing' ||
    (before.stage !== 'preparing' && before.stage !== 'joining') ||
    after.kind === 'idle',
  'a call is never shown in an older version': ({ before, after }) =>
    !('call' in before && 'call' in after && before.call.callId === after.call.callId) ||
    after.call.version >= before.call.version,
  'an ending leads to idle only, by time or by hand': ({ before, after, event }) =>
    before.kind !== 'ending' ||
    after.kind === 'ending' ||
    (after.kind === 'idle' && ['clock-moved', 'end-pressed', 'reported'].includes(event.kind)),
  'a call that has left the screen is known by name, and does not come back': ({ before, after }) => {
    const left = 'call' in before ? before.call.callId : before.left;
    return 'call' in after ? !('left' in before) || after.call.callId !== left : after.left === left;
  },
  'a call in another tab is never taken': ({ after }) =>
    (after.kind !== 'calling' && after.kind !== 'deciding') || after.call.tab === here().tab || after.call.tab === null,
  'a call nobody has acknowledged is no decision': ({ after }) => after.kind !== 'deciding' || after.call.tab !== null,
  'there are two tries at most': ({ after }) =>
    !('link' in after) || after.link.kind !== 'down' || after.link.attempt <= 2,
  'one decision leaves while the choice is open': ({ before, effects }) =>
    effects.every(({ kind }) => kind !== 'decide') || (before.kind === 'deciding' && before.choice.kind === 'open'),
  'no timer decides before the window ends': ({ before, event, effects, now }) =>
    event.kind !== 'clock-moved' ||
    before.kind !== 'deciding' ||
    now >= (before.call.decisionEndsAt ?? 0) ||
    effects.every(({ kind }) => kind !== 'decide'),
};

function broken(happening: Happening): string[] {
  return Object.entries(RULES).flatMap(([rule, holds]) => (holds(happening) ? [] : [rule]));
}

interface Told {
  reminders: number;
  restarts: number;
}

function count(told: Told, { before, after, effects }: Happening): Told {
  const sameLine =
    'link' in before && 'link' in after && before.kind === after.kind && before.call.callId === after.call.callId;
  const down = 'link' in after && after.link.kind === 'down';
  const many = (kind: Effect['kind']) => effects.filter((effect) => effect.kind === kind).length;
  return {
    reminders: (sameLine ? told.reminders : 0) + many('remind'),
    restarts: down ? told.restarts + many('restart') : 0,
  };
}

function eventOf(one: Exclude<Command, { kind: 'clock-moves' }>): CallEvent {
  if (one.kind === 'happens') return one.event;
  return { kind: 'call-seen', call: (SNAPSHOTS[one.make] ?? matched)({ version: one.version, ...CALLS[one.call] }) };
}

test('no order of clicks, snapshots and timers breaks the rules', () => {
  const property = fc.property(fc.array(command, { maxLength: 60 }), (commands) => {
    let state: CallState = IDLE;
    let now = T0;
    let told: Told = { reminders: 0, restarts: 0 };
    for (const one of commands) {
      if (one.kind === 'clock-moves') {
        now += one.ms;
        continue;
      }
      const event = eventOf(one);
      const { state: after, effects } = step(state, event, here(now));
      const happening = { before: state, event, after, effects, now };
      expect(broken(happening)).toEqual([]);
      told = count(told, happening);
      expect(told.reminders).toBeLessThanOrEqual(1);
      expect(told.restarts).toBeLessThanOrEqual(2);
      state = after;
    }
  });
  fc.assert(property, { numRuns: 3_000 });
});
