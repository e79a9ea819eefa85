import type { CallView } from '@yonder/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { IDLE, type CallEvent, type CallState, type Effect } from './call-state.ts';
import { step } from './machine.ts';
import { active, bound, deciding, here, liked, matched, QUEUE, T0 } from './samples.ts';

/** The clock moves without anything happening, a timer fires without the clock moving: lateness and earliness are both tried. */
type Command =
  | { kind: 'clock-moves'; ms: number }
  | { kind: 'happens'; event: CallEvent }
  | { kind: 'server-says'; make: number; version: number };

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

const EVENTS: readonly CallEvent[] = [
  { kind: 'start-pressed', topic: 'tea' },
  { kind: 'prepared', microphone: 'ready' },
  { kind: 'prepared', microphone: 'unavailable' },
  { kind: 'prepare-failed' },
  { kind: 'queue-seen', queue: QUEUE },
  { kind: 'join-failed', code: 'unavailable', message: '' },
  { kind: 'nothing-seen' },
  { kind: 'clock-moved' },
  { kind: 'link-up' },
  { kind: 'link-down' },
  { kind: 'restart-delivered' },
  { kind: 'mute-pressed' },
  { kind: 'microphone-changed', microphone: 'unavailable' },
  { kind: 'end-pressed' },
  { kind: 'end-failed' },
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
    }),
  },
);

interface Told {
  reminders: number;
  restarts: number;
}

/** What must hold between any state, any event and what follows. */
function check(before: CallState, event: CallEvent, after: CallState, effects: readonly Effect[], now: number): void {
  if ('call' in before && 'call' in after && before.call.callId === after.call.callId) {
    expect(after.call.version).toBeGreaterThanOrEqual(before.call.version);
  }
  if (before.kind === 'ending' && after.kind !== 'ending') {
    expect(after.kind).toBe('idle');
    expect(['clock-moved', 'end-pressed', 'reported']).toContain(event.kind);
  }
  if (after.kind === 'calling' || after.kind === 'deciding') {
    if (after.call.tab !== here().tab) expect(after).toMatchObject({ kind: 'calling', call: { tab: null } });
    if (after.link.kind === 'down') expect(after.link.attempt).toBeLessThanOrEqual(2);
  }
  for (const effect of effects) {
    if (effect.kind !== 'decide') continue;
    expect(before).toMatchObject({ kind: 'deciding', choice: { kind: 'open' } });
    if (event.kind === 'clock-moved' && before.kind === 'deciding')
      expect(now).toBeGreaterThanOrEqual(before.call.decisionEndsAt ?? 0);
  }
}

function count(told: Told, before: CallState, after: CallState, effects: readonly Effect[]): Told {
  const sameLine = before.kind === after.kind && (before.kind === 'calling' || before.kind === 'deciding');
  const kinds = effects.map(({ kind }) => kind);
  const up = (after.kind === 'calling' || after.kind === 'deciding') && after.link.kind === 'down';
  return {
    reminders: (sameLine ? told.reminders : 0) + kinds.filter((kind) => kind === 'remind').length,
    restarts: up ? told.restarts + kinds.filter((kind) => kind === 'restart').length : 0,
  };
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
      const event: CallEvent =
        one.kind === 'happens'
          ? one.event
          : { kind: 'call-seen', call: (SNAPSHOTS[one.make] ?? matched)({ version: one.version }) };
      const next = step(state, event, here(now));
      check(state, event, next.state, next.effects, now);
      told = count(told, state, next.state, next.effects);
      expect(told.reminders).toBeLessThanOrEqual(1);
      expect(told.restarts).toBeLessThanOrEqual(2);
      expect(step(next.state, { kind: 'queue-seen', queue: QUEUE }, here(now)).effects).toEqual([]);
      state = next.state;
    }
  });
  fc.assert(property, { numRuns: 3_000 });
});
