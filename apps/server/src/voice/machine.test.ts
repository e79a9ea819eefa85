import { LIMITS } from '@yonder/contract';
import { describe, expect, test } from 'vitest';
import type { Step } from './machine.ts';
import { step } from './machine.ts';
import { SIDES, type CallEvent, type Effect, type Session } from './session.ts';
import {
  ACKNOWLEDGED_AT,
  acknowledged,
  active,
  at,
  deciding,
  DECISION_AT,
  likedByA,
  linking,
  mutualLike,
  noMatch,
  over,
  paired,
  signalled,
  STARTED_AT,
  TABS,
  withSignals,
} from './testing/samples.ts';

const CLOCK: CallEvent = { kind: 'clock-moved' };
const CONNECTED_A: CallEvent = { kind: 'media-reported', side: 'a', status: 'connected' };
const MUTED_A: CallEvent = { kind: 'mute-reported', side: 'a', muted: true };
const CONNECTED_B: CallEvent = { kind: 'media-reported', side: 'b', status: 'connected' };
const ENTER: CallEvent = { kind: 'window-entered' };
const LIKE_A: CallEvent = { kind: 'decided', side: 'a', decision: 'like', pair: 'open' };
const LIKE_B: CallEvent = { kind: 'decided', side: 'b', decision: 'like', pair: 'open' };
const BLOCKED_LIKE_B: CallEvent = { kind: 'decided', side: 'b', decision: 'like', pair: 'blocked' };
const DISLIKE_A: CallEvent = { kind: 'decided', side: 'a', decision: 'dislike', pair: 'open' };
const DISLIKE_B: CallEvent = { kind: 'decided', side: 'b', decision: 'dislike', pair: 'open' };
const END_A: CallEvent = { kind: 'end-pressed', side: 'a' };
const ACTIVE_END_A: CallEvent = { kind: 'end-pressed', side: 'a', seen: 'active' };
const ACTIVE_END_B: CallEvent = { kind: 'end-pressed', side: 'b', seen: 'active' };
const LEFT_A: CallEvent = { kind: 'left', side: 'a', tab: TABS.a };
const LEFT_B: CallEvent = { kind: 'left', side: 'b', tab: TABS.b };
const GONE_FOR_GOOD_A: CallEvent = { kind: 'closed', reason: 'left-page', by: 'a' };
const BACK_A: CallEvent = { kind: 'returned', side: 'a', tab: TABS.a };
const LOST_A: CallEvent = { kind: 'disconnected', side: 'a' };
const FOUND_A: CallEvent = { kind: 'reconnected', side: 'a' };
const REPORTED_A: CallEvent = { kind: 'closed', reason: 'reported', by: 'a' };
const BLOCKED_B: CallEvent = { kind: 'closed', reason: 'blocked', by: 'b' };
const CLOSED: CallEvent = { kind: 'closed', reason: 'closed', by: null };

function effectText(effect: Effect): string {
  if (effect.kind === 'wake') return `${effect.wakeUp.deadline}@${effect.wakeUp.due}`;
  if (effect.kind === 'blame') return `blame ${effect.side}${effect.isShared ? ' (shared)' : ''}`;
  return 'side' in effect ? `${effect.kind} ${effect.side}` : effect.kind;
}

/** The outcome of a step in one line: "same", the refusal, or the new state and its effects. */
function said(before: Session, { session, effects, refused }: Step): string {
  if (refused) return refused;
  if (session === before) return 'same';
  const ending = session.status === 'ended' ? ` ${session.reason} by ${session.endedBy ?? 'nobody'}` : '';
  const disliked = session.status === 'completed' ? ` disliked by ${session.dislikedBy}` : '';
  return [`${session.status}${ending}${disliked}`, ...effects.map(effectText)].join(', ');
}

const OFF = 'part, release a, release b';
const STATES = { paired, linking, active, deciding, likedByA, mutualLike, noMatch, over };
const STATE_NAMES = ['paired', 'linking', 'active', 'deciding', 'likedByA', 'mutualLike', 'noMatch', 'over'] as const;

/** Every event in every state, half a second after the state was entered. One column a state, in the order above. */
const NOW: Record<(typeof STATE_NAMES)[number], number> = {
  paired: 500,
  linking: ACKNOWLEDGED_AT + 500,
  active: STARTED_AT + 500,
  deciding: DECISION_AT + 500,
  likedByA: DECISION_AT + 500,
  mutualLike: DECISION_AT + 500,
  noMatch: DECISION_AT + 500,
  over: DECISION_AT + 500,
};
const NO_MATCH_A = `completed disliked by a, ${OFF}, reward`;
const NO_MATCH_B = `completed disliked by b, ${OFF}, reward`;
const WATCHED = `unseen@${DECISION_AT + 60_500}`;
const GONE_A = 'ended declined-match by a, release a, requeue b, part-failed, blame a';
const TABLE: [string, CallEvent, string[]][] = [
  ['clock-moved', CLOCK, ['same', 'same', 'same', 'same', 'same', 'same', 'same', 'same']],
  [
    'acknowledged by a',
    acknowledged('a'),
    ['connecting', 'same', 'same', 'same', 'same', 'same', 'call-over', 'call-over'],
  ],
  [
    'acknowledged by a in another tab',
    { kind: 'acknowledged', side: 'a', tab: 'another-tab', topic: null },
    [
      'connecting',
      'connecting',
      `active, lost@${STARTED_AT + 30500}`,
      `deciding, lost@${DECISION_AT + 30500}`,
      `deciding, lost@${DECISION_AT + 30500}`,
      `mutual-like, lost@${DECISION_AT + 30500}`,
      'call-over',
      'call-over',
    ],
  ],
  ['a connected', CONNECTED_A, ['connecting', 'connecting', 'same', 'same', 'same', 'same', 'same', 'same']],
  [
    'a reconnecting',
    { kind: 'media-reported', side: 'a', status: 'reconnecting' },
    [
      'connecting',
      'connecting',
      `active, lost@${STARTED_AT + 30500}`,
      `deciding, lost@${DECISION_AT + 30500}`,
      `deciding, lost@${DECISION_AT + 30500}`,
      `mutual-like, lost@${DECISION_AT + 30500}`,
      'same',
      'same',
    ],
  ],
  ['a muted', MUTED_A, ['connecting', 'connecting', 'active', 'deciding', 'deciding', 'mutual-like', 'same', 'same']],
  [
    'window-entered',
    ENTER,
    [
      'not-yet-decision',
      'not-yet-decision',
      'not-yet-decision',
      'same',
      'same',
      'already-decided',
      'call-over',
      'call-over',
    ],
  ],
  [
    'a likes',
    LIKE_A,
    ['not-yet-decision', 'not-yet-decision', 'not-yet-decision', 'deciding', 'same', 'same', 'same', 'call-over'],
  ],
  [
    'b likes',
    LIKE_B,
    [
      'not-yet-decision',
      'not-yet-decision',
      'not-yet-decision',
      'deciding',
      `mutual-like, reveal, reward, ${WATCHED}`,
      'same',
      'same',
      'call-over',
    ],
  ],
  [
    'b likes whom b has blocked or is blocked by',
    BLOCKED_LIKE_B,
    ['not-yet-decision', 'not-yet-decision', 'not-yet-decision', 'deciding', 'deciding', 'same', 'same', 'call-over'],
  ],
  [
    'a dislikes',
    DISLIKE_A,
    ['not-yet-decision', 'not-yet-decision', 'not-yet-decision', NO_MATCH_A, 'same', 'same', 'same', 'call-over'],
  ],
  [
    'b dislikes',
    DISLIKE_B,
    ['not-yet-decision', 'not-yet-decision', 'not-yet-decision', NO_MATCH_B, NO_MATCH_B, 'same', 'same', 'call-over'],
  ],
  [
    'a presses End',
    END_A,
    [GONE_A, GONE_A, 'too-early-to-end', NO_MATCH_A, NO_MATCH_A, `ended pressed-end by a, ${OFF}`, 'same', 'same'],
  ],
  [
    'a presses End in what is still an active call there',
    ACTIVE_END_A,
    ['same', 'same', 'too-early-to-end', 'same', 'same', 'same', 'same', 'same'],
  ],
  [
    'a leaves the page',
    LEFT_A,
    [
      'same',
      `connecting, away@${ACKNOWLEDGED_AT + 10500}`,
      `active, away@${STARTED_AT + 10500}`,
      `deciding, away@${DECISION_AT + 10500}`,
      `deciding, away@${DECISION_AT + 10500}`,
      `mutual-like, away@${DECISION_AT + 10500}`,
      'same',
      'same',
    ],
  ],
  [
    'a leaves for good',
    GONE_FOR_GOOD_A,
    [GONE_A, GONE_A, ...Array.from({ length: 4 }, () => `ended left-page by a, ${OFF}`), 'same', 'same'],
  ],
  ['a returns without having left', BACK_A, STATE_NAMES.map(() => 'same')],
  [
    'a disconnected',
    LOST_A,
    [
      'same',
      'same',
      `active, lost@${STARTED_AT + 30500}`,
      `deciding, lost@${DECISION_AT + 30500}`,
      `deciding, lost@${DECISION_AT + 30500}`,
      `mutual-like, lost@${DECISION_AT + 30500}`,
      'same',
      'same',
    ],
  ],
  ['a reconnected without having been lost', FOUND_A, STATE_NAMES.map(() => 'same')],
  [
    'a reports and leaves',
    REPORTED_A,
    [
      'ended reported by a, part, release a, requeue b',
      'ended reported by a, part, release a, requeue b',
      ...Array.from({ length: 4 }, () => `ended reported by a, ${OFF}`),
      'same',
      'same',
    ],
  ],
  [
    'b blocks',
    BLOCKED_B,
    [
      'ended blocked by b, part, requeue a, release b',
      'ended blocked by b, part, requeue a, release b',
      ...Array.from({ length: 4 }, () => `ended blocked by b, ${OFF}`),
      'same',
      'same',
    ],
  ],
  [
    'closed from outside',
    CLOSED,
    [...Array.from({ length: 6 }, () => `ended closed by nobody, ${OFF}`), 'same', 'same'],
  ],
];

describe.each(TABLE)('%s', (_name, event, expected) => {
  test.each(STATE_NAMES.map((name, i) => [name, expected[i] ?? 'no row'] as const))('in %s: %s', (name, outcome) => {
    const session = STATES[name]();
    expect(said(session, at(session, event, NOW[name]))).toBe(outcome);
  });
});

const AWAY_FROM = STARTED_AT + 100_000;
const away = (): Session => at(active(), LEFT_A, AWAY_FROM).session;
const lost = (): Session => at(active(), LOST_A, AWAY_FROM).session;
const ackedByA = (): Session => at(paired(), acknowledged('a'), 0).session;
const UNACKNOWLEDGED = 'ended declined-match by b, requeue a, release b, part-failed, blame b';
const BOTH_SILENT = 'ended declined-match by nobody, release a, release b, part-failed, blame a, blame b';
const PLACES_KEPT = 'ended connection-failed by nobody, keep-place a, keep-place b, part-failed';
const FAILED = `${PLACES_KEPT}, blame a (shared), blame b (shared)`;
const SILENT_A = 'ended connection-failed by a, release a, requeue b, part-failed, blame a';
const SILENT_B =
  'ended connection-failed by b, requeue a, keep-place b, part-failed, blame a (shared), blame b (shared)';
/** Both acknowledged; each side has sent all signals this long after, or never (null). */
const linkedWith = (a: number | null, b: number | null) => (): Session => {
  const after = (ms: number | null): number | null => (ms === null ? null : ACKNOWLEDGED_AT + ms);
  return withSignals(linking(), { a: after(a), b: after(b) });
};
/** b has answered, but its browser finds no candidate. */
const answeredInVain = (): Session => {
  const session = withSignals(linking(), { a: ACKNOWLEDGED_AT, b: ACKNOWLEDGED_AT });
  return { ...session, b: { ...session.b, candidateAt: null } };
};
/** b has sent a candidate without an answer; a's relay gives a none. */
const candidateAlone = (): Session => {
  const session = withSignals(linking(), { a: ACKNOWLEDGED_AT, b: ACKNOWLEDGED_AT });
  return { ...session, a: { ...session.a, candidateAt: null }, b: { ...session.b, describedAt: null } };
};
/** a's relay gives a no candidate; b has sent everything. */
const withoutCandidateOfA = (): Session => {
  const session = withSignals(linking(), { a: ACKNOWLEDGED_AT, b: ACKNOWLEDGED_AT });
  return { ...session, a: { ...session.a, candidateAt: null } };
};
const WINDOW = `deciding, verdict@${DECISION_AT + 15_000}`;
const UNDECIDED = `completed disliked by both, ${OFF}`;
const LEFT_PAGE = `ended left-page by a, ${OFF}`;
const CONNECTION_LOST = `ended connection-lost by nobody, ${OFF}`;

/** [what, state, event, ms, outcome]: n−1 and n of every limit. */
const EDGES: [string, () => Session, CallEvent, number, string][] = [
  [
    'an acknowledgement at 4,999 ms counts',
    ackedByA,
    acknowledged('b'),
    4_999,
    'connecting, connect@24999, signal@12999',
  ],
  ['an acknowledgement at 5,000 ms is late', ackedByA, acknowledged('b'), 5_000, 'call-over'],
  ['one side silent at 4,999 ms is waited for', ackedByA, CLOCK, 4_999, 'same'],
  ['one side silent at 5,000 ms: the willing one back to the front', ackedByA, CLOCK, 5_000, UNACKNOWLEDGED],
  ['both silent at 5,000 ms leave', paired, CLOCK, 5_000, BOTH_SILENT],
  [
    'nobody is blamed when no server ran for 5,000 ms',
    paired,
    CLOCK,
    10_000,
    'ended declined-match by nobody, release a, release b, part-failed',
  ],
  ['no signals at 7,999 ms', linking, CLOCK, ACKNOWLEDGED_AT + 7_999, 'same'],
  ['no signals at 8,000 ms: who offers is the reason', linking, CLOCK, ACKNOWLEDGED_AT + 8_000, SILENT_A],
  [
    'no signals of b alone at 8,000 ms: the offer may be the reason, and both keep their places',
    linkedWith(0, null),
    CLOCK,
    ACKNOWLEDGED_AT + 8_000,
    SILENT_B,
  ],
  ['an answer without a candidate at 8,000 ms: the same', answeredInVain, CLOCK, ACKNOWLEDGED_AT + 8_000, SILENT_B],
  ['everything of b and no candidate of a at 8,000 ms', withoutCandidateOfA, CLOCK, ACKNOWLEDGED_AT + 8_000, SILENT_A],
  ['a candidate without an answer at 8,000 ms clears nobody', candidateAlone, CLOCK, ACKNOWLEDGED_AT + 8_000, FAILED],
  ['an offer at 7,900 ms is waited for at 13,899 ms', linkedWith(7_900, null), CLOCK, ACKNOWLEDGED_AT + 13_899, 'same'],
  ['an offer at 7,900 ms is given up at 13,900 ms', linkedWith(7_900, null), CLOCK, ACKNOWLEDGED_AT + 13_900, SILENT_B],
  ['not both connected at 19,999 ms', signalled, CLOCK, ACKNOWLEDGED_AT + 19_999, 'same'],
  ['not both connected at 20,000 ms', signalled, CLOCK, ACKNOWLEDGED_AT + 20_000, FAILED],
  ['the phase is not due at 299,999 ms of talk', active, ENTER, DECISION_AT - 1, 'not-yet-decision'],
  ['the phase is due at 300,000 ms of talk', active, ENTER, DECISION_AT, WINDOW],
  ['the phase opens by the clock alone', active, CLOCK, DECISION_AT, WINDOW],
  [
    'a like at 14,999 ms counts',
    likedByA,
    LIKE_B,
    DECISION_AT + 14_999,
    `mutual-like, reveal, reward, unseen@${DECISION_AT + 74_999}`,
  ],
  ['a like at 15,000 ms is late', likedByA, LIKE_B, DECISION_AT + 15_000, 'decision-late'],
  ['an undecided window is open at 14,999 ms', deciding, CLOCK, DECISION_AT + 14_999, 'same'],
  ['an undecided window ends in no match at 15,000 ms', deciding, CLOCK, DECISION_AT + 15_000, UNDECIDED],
  ['only the undecided one dislikes', likedByA, CLOCK, DECISION_AT + 15_000, NO_MATCH_B],
  ['End is refused at 4,999 ms of talk', active, END_A, STARTED_AT + 4_999, 'too-early-to-end'],
  [
    'End asks for a decision at 5,000 ms of talk',
    active,
    END_A,
    STARTED_AT + 5_000,
    `deciding, verdict@${STARTED_AT + 20_000}`,
  ],
  ['a left page returns at 9,999 ms', away, BACK_A, AWAY_FROM + 9_999, `active, lost@${AWAY_FROM + 39_999}`],
  ['a left page is too late at 10,000 ms', away, BACK_A, AWAY_FROM + 10_000, LEFT_PAGE],
  ['a left page is waited for at 9,999 ms', away, CLOCK, AWAY_FROM + 9_999, 'same'],
  ['a left page ends the call at 10,000 ms', away, CLOCK, AWAY_FROM + 10_000, LEFT_PAGE],
  ['a lost line reconnects at 29,999 ms', lost, FOUND_A, AWAY_FROM + 29_999, 'active'],
  ['a lost line is waited for at 29,999 ms', lost, CLOCK, AWAY_FROM + 29_999, 'same'],
  ['a lost line ends the call at 30,000 ms', lost, FOUND_A, AWAY_FROM + 30_000, CONNECTION_LOST],
];
test.each(EDGES)('%s', (_name, make, event, now, outcome) => {
  const session = make();
  expect(said(session, at(session, event, now))).toBe(outcome);
});

describe('an early hang-up threshold shorter than the call', () => {
  const limits = { ...LIMITS, earlyHangupSeconds: 60 };
  test.each([
    [59_999, `deciding, verdict@${STARTED_AT + 74_999}`],
    [60_000, `ended pressed-end by a, ${OFF}`],
  ])('End at %d ms of talk: %s', (talkedMs, outcome) => {
    const session = active();
    expect(said(session, step(session, END_A, STARTED_AT + talkedMs, limits))).toBe(outcome);
  });
});

test.each([
  ['pressed twice by one', ACTIVE_END_A],
  ['pressed by both at once', ACTIVE_END_B],
])('End %s asks for a decision, and decides nothing', (_how, second) => {
  const asked = at(active(), ACTIVE_END_A, STARTED_AT + 5_000).session;
  expect(said(asked, at(asked, second, STARTED_AT + 5_200))).toBe('same');
  const due = at(active(), second, DECISION_AT);
  expect(said(active(), due)).toBe(WINDOW);
});

test('both connected starts the timer: startedAt now, decisionPhaseAt 300,000 ms later, one more wake-up', () => {
  const one = at(linking(), CONNECTED_A, 1_500);
  expect(one.session).toMatchObject({ status: 'connecting' });
  const both = at(one.session, CONNECTED_B, STARTED_AT);
  expect(both.session).toMatchObject({ status: 'active', startedAt: STARTED_AT, decisionPhaseAt: DECISION_AT });
  expect(both.effects).toEqual([{ kind: 'wake', wakeUp: { deadline: 'decision', due: DECISION_AT } }]);
});

test('the tab of a side is the one that acknowledged last, and a new tab has no audio yet', () => {
  const moved = at(
    active(),
    { kind: 'acknowledged', side: 'a', tab: 'another-tab', topic: 'x' },
    DECISION_AT - 1,
  ).session;
  expect(moved.a).toMatchObject({ tab: 'another-tab', media: 'connecting', topic: null });
  expect(at(moved, LEFT_A, DECISION_AT - 1).session).toBe(moved);
});

test('a tab that comes back is here again and has no audio yet', () => {
  expect(at(away(), BACK_A, AWAY_FROM + 1).session.a).toMatchObject({ awayAt: null, media: 'connecting' });
  const other: CallEvent = { kind: 'returned', side: 'a', tab: 'another-tab' };
  expect(said(away(), at(away(), other, AWAY_FROM + 1))).not.toContain('ended');
});

test('two likes across a block come to nothing when the window ends, as if the other had not decided', () => {
  const hindered = at(likedByA(), BLOCKED_LIKE_B, DECISION_AT + 1).session;
  expect(hindered).toMatchObject({ status: 'deciding', decisions: { a: 'like', b: 'like' } });
  expect(said(hindered, at(hindered, CLOCK, DECISION_AT + 14_999))).toBe('same');
  expect(said(hindered, at(hindered, CLOCK, DECISION_AT + 15_000))).toBe(`${UNDECIDED}, reward`);
});

test('a tab that comes back and does not reconnect in 30 s ends the call', () => {
  const back = at(away(), BACK_A, AWAY_FROM + 5_000).session;
  expect(said(back, at(back, CLOCK, AWAY_FROM + 34_999))).toBe('same');
  expect(said(back, at(back, CLOCK, AWAY_FROM + 35_000))).toBe(CONNECTION_LOST);
  const connected = at(back, CONNECTED_A, AWAY_FROM + 34_999).session;
  expect(said(connected, at(connected, CLOCK, AWAY_FROM + 100_000))).toBe('same');
});

test("'connected' is proof of being here: it ends an absence and a loss", () => {
  const both = at(away(), LOST_A, AWAY_FROM + 1).session;
  expect(at(both, CONNECTED_A, AWAY_FROM + 2).session.a).toMatchObject({ awayAt: null, lostAt: null });
});

test('leaving twice does not move the end of the wait', () => {
  const session = away();
  expect(at(session, LEFT_A, AWAY_FROM + 5_000).session).toBe(session);
});

test('one who left the page while connecting is not put back in the queue', () => {
  const gone = at(linking(), LEFT_B, ACKNOWLEDGED_AT).session;
  expect(said(gone, at(gone, END_A, ACKNOWLEDGED_AT + 1))).toBe(
    'ended declined-match by a, release a, release b, part-failed, blame a',
  );
});

test('a page left for 10 s while connecting is a withdrawn match', () => {
  const gone = at(signalled(), LEFT_A, ACKNOWLEDGED_AT).session;
  expect(said(gone, at(gone, CLOCK, ACKNOWLEDGED_AT + 10_000))).toBe(GONE_A);
});

test('deadlines that passed meanwhile apply in the order in which they were due', () => {
  const session = at(away(), LOST_A, AWAY_FROM + 1).session;
  expect(said(session, at(session, CLOCK, DECISION_AT + 60_000))).toBe(LEFT_PAGE);
});

test('a window that opens late, after a restart, lasts its 15 s from then', () => {
  const { session } = at(active(), CLOCK, DECISION_AT + 60_000);
  expect(session).toMatchObject({
    status: 'deciding',
    decisionPhaseAt: DECISION_AT,
    decisionEndsAt: DECISION_AT + 75_000,
  });
});

test('a like that comes after the other side has disliked in time answers the result, not a lateness', () => {
  const session = noMatch();
  expect(said(session, at(session, LIKE_B, DECISION_AT + 14_999))).toBe('same');
  expect(said(session, at(session, LIKE_B, DECISION_AT + 15_000))).toBe('decision-late');
});

test('what a mutual like revealed stays revealed when the call ends', () => {
  expect(over()).toMatchObject({ status: 'ended', revealed: { chatRoomId: null }, startedAt: STARTED_AT });
  expect(at(active(), REPORTED_A, STARTED_AT).session).toMatchObject({ revealed: null });
});

describe('no event leaves a terminal state', () => {
  test.each([noMatch, over])('%o', (make) => {
    const session = make();
    for (const [, event] of TABLE) {
      for (const now of [0, DECISION_AT, DECISION_AT + 10_000_000])
        expect(at(session, event, now).session).toBe(session);
    }
  });
});

test('every change raises the version by one, and nothing else does; what was overdue counts apart', () => {
  expect(at(active(), LIKE_A, DECISION_AT).session.version).toBe(active().version + 2);
  for (const name of STATE_NAMES) {
    for (const [, event] of TABLE) {
      const session = STATES[name]();
      const next = at(session, event, NOW[name]).session;
      expect(next.version).toBe(next === session ? session.version : session.version + 1);
    }
  }
});

test('people, aliases and tickets never change', () => {
  for (const [, event] of TABLE) {
    const next = at(active(), event, DECISION_AT).session;
    for (const side of SIDES) {
      const { userId, alias, ticket } = active()[side];
      expect(next[side]).toMatchObject({ userId, alias, ticket });
    }
  }
});
