import { FIXED, LIMITS, MEDIA_STATUS } from '@yonder/contract';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { seedOf, sizeOf } from '../../testing/size.ts';
import { wakeUps } from '../machine.ts';
import { isLive, SIDES, type CallEvent, type Effect, type Session, type Side } from '../session.ts';
import { at, TABS } from '../testing/samples.ts';
import { callView } from '../view.ts';
import { answered, ANSWERED_AT, ringing, talking, TALKING_AT } from './testing/samples.ts';
import { directCallView } from './view.ts';

const CLOCK: CallEvent = { kind: 'clock-moved' };
const END_A: CallEvent = { kind: 'end-pressed', side: 'a' };
const END_B: CallEvent = { kind: 'end-pressed', side: 'b' };
const ANSWER: CallEvent = { kind: 'acknowledged', side: 'b', tab: TABS.b, topic: null };
const MOVED: CallEvent = { kind: 'acknowledged', side: 'a', tab: 'another-tab', topic: null };
const CONNECTED_A: CallEvent = { kind: 'media-reported', side: 'a', status: 'connected' };
const LOST_A: CallEvent = { kind: 'disconnected', side: 'a' };
const LEFT_A: CallEvent = { kind: 'left', side: 'a', tab: TABS.a };
const BLOCKED_B: CallEvent = { kind: 'closed', reason: 'blocked', by: 'b' };
const LIKE_A: CallEvent = { kind: 'decided', side: 'a', decision: 'like', pair: 'open' };
const OFF = 'release a, release b';

function said(before: Session, event: CallEvent, now: number): string {
  const { session, effects, refused } = at(before, event, now);
  if (refused) return refused;
  if (session === before) return 'same';
  const state = session.status === 'ended' ? `${session.reason} by ${session.endedBy ?? 'nobody'}` : session.status;
  return [state, ...effects.map(effectText)].join(', ');
}

function effectText(effect: Effect): string {
  if (effect.kind === 'wake') return `${effect.wakeUp.deadline}@${effect.wakeUp.due}`;
  return 'side' in effect ? `${effect.kind} ${effect.side}` : effect.kind;
}

describe('every event in every state of a direct call', () => {
  test.each([
    ['clock-moved', CLOCK, ['same', 'same', 'same']],
    ['answered', ANSWER, [`connecting, connect@${500 + FIXED.connectMs}`, 'same', 'same']],
    ['moved to another tab', MOVED, ['ringing', 'connecting', `mutual-like, lost@${TALKING_AT + 500 + FIXED.lostMs}`]],
    ['connected', CONNECTED_A, ['same', 'connecting', 'same']],
    ['audio lost', LOST_A, ['same', 'same', `mutual-like, lost@${TALKING_AT + 500 + FIXED.lostMs}`]],
    ['page left', LEFT_A, ['ringing, away@10500', 'connecting, away@13500', 'mutual-like, away@14500']],
    ['ended by the caller', END_A, [`cancelled by a, ${OFF}`, `pressed-end by a, ${OFF}`, `pressed-end by a, ${OFF}`]],
    ['ended by the other', END_B, [`declined by b, ${OFF}`, `pressed-end by b, ${OFF}`, `pressed-end by b, ${OFF}`]],
    ['blocked', BLOCKED_B, [`blocked by b, ${OFF}`, `blocked by b, ${OFF}`, `blocked by b, ${OFF}`]],
    ['liked', LIKE_A, ['not-yet-decision', 'not-yet-decision', 'same']],
  ] as const)('%s', (_name, event, expected) => {
    const states = [said(ringing(), event, 500), said(answered(), event, ANSWERED_AT + 500)];
    expect([...states, said(talking(), event, TALKING_AT + 500)]).toEqual(expected);
  });

  test.each([
    ['an unanswered one is missed', ringing, LIMITS.ringSeconds * 1_000, `missed by nobody, ${OFF}`],
    ['one without a connection fails', answered, ANSWERED_AT + FIXED.connectMs, `connection-failed by nobody, ${OFF}`],
  ] as const)('%s at its time, not a millisecond before', (_name, make, due, expected) => {
    expect(said(make(), CLOCK, due - 1)).toBe('same');
    expect(said(make(), CLOCK, due)).toBe(expected);
    expect(said(make(), ANSWER, due)).toBe('call-over');
  });

  test('both connected, the two talk without a limit, and are looked for later', () => {
    const half = at(answered(), CONNECTED_A, TALKING_AT).session;
    const connected: CallEvent = { kind: 'media-reported', side: 'b', status: 'connected' };
    expect(said(half, connected, TALKING_AT)).toBe(`mutual-like, unseen@${TALKING_AT + FIXED.unseenMs}`);
    expect(wakeUps(talking())).toEqual([]);
  });
});

const RUNS = sizeOf({ small: 300, full: 10_000 });
const SEED = seedOf();
const side = fc.constantFrom<Side>(...SIDES);
const tab = fc.constantFrom<string>(...Object.values(TABS), 'another-tab');
const event: fc.Arbitrary<CallEvent> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('acknowledged'), side, tab, topic: fc.constant(null) }) },
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constant('media-reported'), side, status: fc.constantFrom(...MEDIA_STATUS) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('left', 'returned'), side, tab }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('disconnected', 'reconnected'), side }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('decided'),
      side,
      decision: fc.constantFrom('like', 'dislike'),
      pair: fc.constant('open'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('end-pressed'), side }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('closed'),
      reason: fc.constantFrom('blocked', 'closed', 'left-page'),
      by: side,
    }),
  },
  { weight: 4, arbitrary: fc.constant(CLOCK) },
);
const pause = fc.oneof(fc.constantFrom(0, 1, 9_999, 10_000, 19_999, 20_000, 29_999, 30_000, 45_000), fc.nat(400));
const NEVER: readonly Effect['kind'][] = ['part', 'reveal', 'reward', 'requeue', 'keep-place'];

test(`${RUNS} random lives of a direct call keep every rule (seed ${SEED})`, () => {
  const visited = new Set<string>();
  const life = fc.array(fc.tuple(pause, event), { maxLength: 40, size: 'max' });
  fc.assert(
    fc.property(fc.constantFrom<() => Session>(ringing, answered, talking), life, (begin, happenings) => {
      let session = begin();
      let now = TALKING_AT;
      const armed = new Set(wakeUps(session).map(({ due }) => due));
      const effects: Effect[] = [];
      for (const [ms, happened] of happenings) {
        now += ms;
        const before = session;
        const next = at(before, happened, now);
        session = next.session;
        effects.push(...next.effects);
        for (const effect of next.effects) if (effect.kind === 'wake') armed.add(effect.wakeUp.due);
        checkStep(before, session);
        for (const { due } of wakeUps(session)) expect(armed, 'every deadline is armed').toContain(due);
        const kinds = effects.map(effectText);
        for (const who of SIDES)
          expect(kinds.filter((kind) => kind === `release ${who}`)).toHaveLength(isLive(session) ? 0 : 1);
        for (const kind of NEVER) expect(kinds).not.toContain(kind);
        visited.add(session.status === 'ended' ? session.reason : session.status);
      }
    }),
    { numRuns: RUNS, seed: SEED },
  );
  const everywhere = ['ringing', 'connecting', 'mutual-like', 'missed', 'declined', 'cancelled', 'connection-failed'];
  expect([...visited]).toEqual(expect.arrayContaining(everywhere));
}, 600_000);

/** Checks that no event leaves the end, that changes raise both versions and that both see one state. */
function checkStep(before: Session, after: Session): void {
  expect(['ringing', 'connecting', 'mutual-like', 'ended']).toContain(after.status);
  if (!isLive(before)) expect(after).toBe(before);
  if (after === before) return;
  expect(after.version).toBeGreaterThan(before.version);
  const [a, b] = SIDES.map((who) =>
    directCallView({ session: after, direct: after.direct!, side: who, people: new Map() }),
  );
  expect([a!.status, a!.version, a!.startedAt]).toEqual([b!.status, b!.version, b!.startedAt]);
  expect(a!.acceptedAt === null || a!.status !== 'calling').toBe(true);
  for (const who of SIDES) expect(callView(after, who, null)).toMatchObject({ kind: 'direct', result: null });
}
