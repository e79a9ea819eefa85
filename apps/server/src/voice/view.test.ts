import { callView as schema, DEFAULT_TOPIC } from '@yonder/contract';
import { describe, expect, test } from 'vitest';
import type { CallEvent, Session, Side } from './session.ts';
import {
  ACKNOWLEDGED_AT,
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
} from './testing/samples.ts';
import { callView } from './view.ts';

const PARTNER = { userId: 'user b', name: 'Bob', photo: null, thumb: null };
const ended = (reason: 'reported' | 'blocked', by: Side): Session =>
  at(active(), { kind: 'closed', reason, by }, DECISION_AT - 1).session;

test('what the other side has decided does not show before there is a result, in no field at all', () => {
  expect(callView(likedByA(), 'b', null)).toEqual(callView(deciding(), 'b', null));
  expect(callView(likedByA(), 'a', null)).toMatchObject({ yourDecision: 'like', version: likedByA().version });
});

test('muted while a like of one’s own waits shows the other side that, and nothing of the like', () => {
  const muted = { kind: 'mute-reported', side: 'a', muted: true } as const;
  const [liked, undecided] = [likedByA(), deciding()].map((session) => at(session, muted, DECISION_AT + 1).session);
  expect(callView(liked!, 'b', null)).toEqual(callView(undecided!, 'b', null));
  expect(callView(liked!, 'b', null).muted).toEqual({ 'alias a': true, 'alias b': false });
});

test('a window that opens and a like that comes with it are one change for the other side', () => {
  const like = { kind: 'decided', side: 'a', decision: 'like', pair: 'open' } as const;
  expect(callView(at(active(), like, DECISION_AT).session, 'b', null)).toEqual(callView(deciding(), 'b', null));
});

describe('before a mutual like nothing tells who the other is', () => {
  test.each([paired, linking, active, deciding, likedByA, noMatch])('%o', (make) => {
    for (const [side, other] of [
      ['a', 'b'],
      ['b', 'a'],
    ] as const) {
      const shown = JSON.stringify(callView(make(), side, PARTNER));
      for (const secret of [`user ${other}`, `tab-of-${other}`, `ticket ${other}`, PARTNER.name]) {
        expect(shown).not.toContain(secret);
      }
    }
  });
});

test.each([
  ['End', { kind: 'end-pressed', side: 'a' }],
  ['leaving for good', { kind: 'closed', reason: 'left-page', by: 'a' }],
  ['a report', { kind: 'closed', reason: 'reported', by: 'a' }],
] as const)('%s after a like shows the other side nothing of the like, in no field and no version', (_how, event) => {
  const [liked, undecided] = [likedByA(), deciding()].map((session) => at(session, event, DECISION_AT + 1).session);
  expect(callView(liked!, 'b', null)).toEqual(callView(undecided!, 'b', null));
  expect(callView(liked!, 'a', null).version).toBeGreaterThan(callView(likedByA(), 'a', null).version);
});

test('two likes across a block read to each as if the other had not decided', () => {
  const blocked = { kind: 'decided', side: 'b', decision: 'like', pair: 'blocked' } as const;
  const hindered = at(likedByA(), blocked, DECISION_AT).session;
  expect(callView(hindered, 'a', null)).toEqual(callView(likedByA(), 'a', null));
  const lapsed = at(hindered, { kind: 'clock-moved' }, DECISION_AT + 15_000).session;
  for (const side of ['a', 'b'] as const) {
    expect(callView(lapsed, side, null)).toMatchObject({ yourDecision: 'like', dislikedBy: 'other', partner: null });
  }
});

test('a mutual like shows the partner and the room, also after it ended', () => {
  const liked = { ...mutualLike(), chatRoomId: 'room' } as Session;
  const later = at(liked, { kind: 'end-pressed', side: 'b' }, DECISION_AT + 1).session;
  for (const session of [liked, later]) {
    expect(callView(session, 'a', PARTNER)).toMatchObject({
      partner: PARTNER,
      chatRoomId: 'room',
      result: 'mutual-like',
    });
  }
  expect(callView(later, 'a', PARTNER)).toMatchObject({ status: 'ended', endedBy: 'other', endReason: 'other-left' });
});

test('a call that ended without a result shows no partner even if the caller gives one', () => {
  expect(callView(ended('reported', 'a'), 'b', PARTNER).partner).toBeNull();
});

/** Every event by which one side ends a call, before or after its start. */
const ENDINGS: Record<string, CallEvent> = {
  report: { kind: 'closed', reason: 'reported', by: 'a' },
  block: { kind: 'closed', reason: 'blocked', by: 'a' },
  'leaving for good': { kind: 'closed', reason: 'left-page', by: 'a' },
};

describe('whichever way one side ends a call, the other side reads the same', () => {
  test.each([linking, active, deciding, likedByA, mutualLike])('%o', (make) => {
    const now = make === linking ? ACKNOWLEDGED_AT : DECISION_AT - 1;
    const views = Object.values(ENDINGS).map((event) => callView(at(make(), event, now).session, 'b', null));
    expect(new Set(views.map((view) => JSON.stringify(view))).size).toBe(1);
    expect(views[0]).toMatchObject({ status: 'ended', endReason: 'other-left', endedBy: 'other' });
  });

  test('and End or a page left for ten seconds have no other name', () => {
    const pressed = at(mutualLike(), { kind: 'end-pressed', side: 'a' }, DECISION_AT).session;
    const cancelled = at(linking(), { kind: 'end-pressed', side: 'a' }, DECISION_AT).session;
    const away = at(active(), { kind: 'left', side: 'a', tab: 'tab-of-a-' }, 3_000).session;
    const left = at(away, { kind: 'clock-moved' }, 13_000).session;
    for (const session of [pressed, left]) {
      expect(callView(session, 'b', null)).toMatchObject({ status: 'ended', endReason: 'other-left' });
    }
    expect(callView(cancelled, 'b', null).endReason).not.toBe('declined-match');
  });

  test.each(['reported', 'blocked'] as const)('who %s reads it of themselves', (reason) => {
    expect(callView(ended(reason, 'a'), 'a', null)).toMatchObject({ endReason: reason, endedBy: 'you' });
  });
});

test('who disliked reads from each side', () => {
  expect(callView(noMatch(), 'a', null)).toMatchObject({
    dislikedBy: 'you',
    yourDecision: 'dislike',
    endReason: 'no-match',
  });
  expect(callView(noMatch(), 'b', null)).toMatchObject({ dislikedBy: 'other', yourDecision: null, result: 'no-match' });
  const undecided = at(deciding(), { kind: 'clock-moved' }, DECISION_AT + 15_000).session;
  expect(callView(undecided, 'b', null)).toMatchObject({ dislikedBy: 'both', yourDecision: null });
});

test('absences of the other side read as presence', () => {
  const away = at(active(), { kind: 'left', side: 'b', tab: 'tab-of-b-' }, DECISION_AT - 1).session;
  const lost = at(active(), { kind: 'disconnected', side: 'b' }, DECISION_AT - 1).session;
  expect(callView(active(), 'a', null).otherPresence).toBe('here');
  expect(callView(away, 'a', null).otherPresence).toBe('away');
  expect(callView(lost, 'a', null).otherPresence).toBe('reconnecting');
});

test('without a topic there is the default; each sees both', () => {
  const talked = at(paired(), { kind: 'acknowledged', side: 'a', tab: 'tab-of-a-', topic: 'Trains' }, 1).session;
  for (const side of ['a', 'b'] as const) {
    expect(callView(talked, side, null).topics).toEqual({ 'alias a': 'Trains', 'alias b': DEFAULT_TOPIC });
  }
});

test('times are there while they matter', () => {
  expect(callView(linking(), 'a', null)).toMatchObject({
    startedAt: null,
    decisionPhaseAt: null,
    decisionEndsAt: null,
  });
  expect(callView(active(), 'a', null)).toMatchObject({ decisionPhaseAt: DECISION_AT, decisionEndsAt: null });
  expect(callView(deciding(), 'a', null)).toMatchObject({ decisionEndsAt: DECISION_AT + 15_000 });
  expect(callView(mutualLike(), 'a', null)).toMatchObject({
    decisionPhaseAt: null,
    decisionEndsAt: null,
    startedAt: 2_000,
  });
  expect(callView(over(), 'a', null)).toMatchObject({ endedAt: DECISION_AT });
});

test('every field of the contract is there', () => {
  const muted = at(active(), { kind: 'mute-reported', side: 'a', muted: true }, DECISION_AT - 1).session;
  const fields = Object.keys(schema._zod.innerType.shape).toSorted();
  expect(Object.keys(callView(muted, 'a', null)).toSorted()).toEqual(fields);
  // With both unmuted the field is left out.
  expect(Object.keys(callView(active(), 'a', null)).toSorted()).toEqual(fields.filter((field) => field !== 'muted'));
});
