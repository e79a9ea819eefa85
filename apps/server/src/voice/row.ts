import { CALL_KINDS, CALL_STATUS, END_REASONS, MEDIA_STATUS } from '@yonder/contract';
import type { Insertable, Selectable, Updateable } from 'kysely';
import type { DB } from '../platform/database.ts';
import {
  isLive,
  UNANSWERED,
  type Decision,
  type Direct,
  type Ended,
  type NewDirect,
  type Seat,
  type Session,
  type Side,
} from './session.ts';

export type Row = Selectable<DB['voice.session']>;
export type Columns = Updateable<DB['voice.session']>;

const STATUSES = ['ringing', ...CALL_STATUS] as const;
const REASONS = [...END_REASONS, ...UNANSWERED] as const;
const DECISIONS = ['like', 'dislike'] as const;
const DISLIKERS = ['a', 'b', 'both'] as const;

/** Parses a stored call; throws when a row contradicts its own status, which is a bug. */
export function sessionOf(row: Row): Session {
  const common = {
    id: row.id,
    createdAt: row.created_at.getTime(),
    version: row.version,
    a: seatA(row),
    b: seatB(row),
    direct: directOf(row),
  };
  const time = (column: 'started_at' | 'decision_phase_at' | 'decision_ends_at' | 'ended_at'): number =>
    required(row, column).getTime();
  const status = oneOf(STATUSES, row.status);
  switch (status) {
    case 'ringing': {
      const { direct } = common;
      if (!direct) throw new Error(`call ${row.id} rings and is not direct`);
      return { ...common, status, direct };
    }
    case 'connecting':
      return { ...common, status, ackDue: row.ack_due.getTime(), connectDue: row.connect_due?.getTime() ?? null };
    case 'active':
      return { ...common, status, startedAt: time('started_at'), decisionPhaseAt: time('decision_phase_at') };
    case 'deciding':
      return {
        ...common,
        status,
        startedAt: time('started_at'),
        decisionPhaseAt: time('decision_phase_at'),
        decisionEndsAt: time('decision_ends_at'),
        decisions: decisionsOf(row),
      };
    case 'mutual-like':
      return { ...common, status, startedAt: time('started_at'), chatRoomId: required(row, 'chat_room_id') };
    case 'completed':
      return {
        ...common,
        status,
        startedAt: time('started_at'),
        decisionPhaseAt: time('decision_phase_at'),
        decisionEndsAt: time('decision_ends_at'),
        decisions: decisionsOf(row),
        dislikedBy: oneOf(DISLIKERS, row.disliked_by),
        endedAt: time('ended_at'),
      };
    case 'ended':
      return { ...common, status, ...endingOf(row) };
    default:
      return status satisfies never;
  }
}

function endingOf(row: Row): Omit<Ended, 'status' | 'id' | 'createdAt' | 'version' | 'a' | 'b' | 'direct'> {
  const reason = oneOf(REASONS, row.end_reason);
  if (reason === 'no-match' || reason === 'other-left')
    throw new Error(`call ${row.id} is stored as ended by ${reason}`);
  return {
    startedAt: row.started_at?.getTime() ?? null,
    decisions: decisionsOf(row),
    revealed: row.result === 'mutual-like' || row.kind === 'direct' ? { chatRoomId: row.chat_room_id } : null,
    reason,
    endedBy: row.ended_by === null ? null : oneOf<Side>(['a', 'b'], row.ended_by),
    endedAt: required(row, 'ended_at').getTime(),
  };
}

/** Returns the row of a new direct call. */
export function newRowOf(session: NewDirect): Insertable<DB['voice.session']> {
  const { id, a, b, createdAt, direct } = session;
  return {
    id,
    a: a.userId,
    b: b.userId,
    a_alias: a.alias,
    b_alias: b.alias,
    a_ticket: a.ticket,
    b_ticket: b.ticket,
    kind: 'direct',
    chat_room_id: direct.chatRoomId,
    relayed: direct.path !== 'direct',
    created_at: new Date(createdAt),
    ...columnsOf(session),
    status: session.status,
    ack_due: new Date(direct.ringsUntil),
  };
}

/** Returns the columns of the current status; those of earlier statuses stay unchanged. */
export function columnsOf(session: Session): Columns {
  const { a, b, status, version } = session;
  // A call that is over needs no mute state.
  const [aMuted, bMuted] = [a, b].map(({ muted }) => muted && isLive(session));
  const seats = {
    a_tab: a.tab,
    a_acked: a.tab !== null,
    a_topic: a.topic,
    a_media: a.media,
    a_muted: aMuted,
    a_away_at: date(a.awayAt),
    a_lost_at: date(a.lostAt),
    b_tab: b.tab,
    b_acked: b.tab !== null,
    b_topic: b.topic,
    b_media: b.media,
    b_muted: bMuted,
    b_away_at: date(b.awayAt),
    b_lost_at: date(b.lostAt),
  };
  return { ...seats, status, version, accepted_at: date(session.direct?.acceptedAt ?? null), ...ownColumns(session) };
}

function ownColumns(session: Session): Columns {
  switch (session.status) {
    case 'ringing':
      return {};
    case 'connecting':
      return { connect_due: date(session.connectDue) };
    case 'active':
      return { started_at: date(session.startedAt), decision_phase_at: date(session.decisionPhaseAt) };
    case 'deciding':
      return {
        decision_phase_at: date(session.decisionPhaseAt),
        decision_ends_at: date(session.decisionEndsAt),
        a_decision: session.decisions.a,
        b_decision: session.decisions.b,
      };
    case 'mutual-like':
      if (session.direct) return { started_at: date(session.startedAt) };
      return { result: 'mutual-like', chat_room_id: session.chatRoomId, a_decision: 'like', b_decision: 'like' };
    // A dislike may arrive before the open window is stored.
    case 'completed':
      return {
        decision_phase_at: date(session.decisionPhaseAt),
        decision_ends_at: date(session.decisionEndsAt),
        result: 'no-match',
        disliked_by: session.dislikedBy,
        ended_at: date(session.endedAt),
        a_decision: session.decisions.a,
        b_decision: session.decisions.b,
      };
    case 'ended':
      return { end_reason: session.reason, ended_by: session.endedBy, ended_at: date(session.endedAt) };
    default:
      return session satisfies never;
  }
}

function directOf(row: Row): Direct | null {
  if (oneOf(CALL_KINDS, row.kind) === 'anonymous') return null;
  const path = row.relayed ? 'relayed' : 'direct';
  return {
    chatRoomId: required(row, 'chat_room_id'),
    ringsUntil: row.ack_due.getTime(),
    path,
    acceptedAt: row.accepted_at?.getTime() ?? null,
  };
}

function seatA(row: Row): Seat {
  return {
    userId: row.a,
    alias: row.a_alias,
    ticket: row.a_ticket,
    tab: row.a_tab,
    topic: row.a_topic,
    media: oneOf(MEDIA_STATUS, row.a_media),
    muted: row.a_muted,
    awayAt: row.a_away_at?.getTime() ?? null,
    lostAt: row.a_lost_at?.getTime() ?? null,
    describedAt: row.a_described_at?.getTime() ?? null,
    candidateAt: row.a_candidate_at?.getTime() ?? null,
  };
}

function seatB(row: Row): Seat {
  return {
    userId: row.b,
    alias: row.b_alias,
    ticket: row.b_ticket,
    tab: row.b_tab,
    topic: row.b_topic,
    media: oneOf(MEDIA_STATUS, row.b_media),
    muted: row.b_muted,
    awayAt: row.b_away_at?.getTime() ?? null,
    lostAt: row.b_lost_at?.getTime() ?? null,
    describedAt: row.b_described_at?.getTime() ?? null,
    candidateAt: row.b_candidate_at?.getTime() ?? null,
  };
}

function decisionsOf(row: Row): Record<Side, Decision | null> {
  const read = (value: string | null): Decision | null => (value === null ? null : oneOf(DECISIONS, value));
  return { a: read(row.a_decision), b: read(row.b_decision) };
}

function date(ms: number | null): Date | null {
  return ms === null ? null : new Date(ms);
}

function required<Name extends keyof Row>(row: Row, name: Name): NonNullable<Row[Name]> {
  const value = row[name];
  if (value === null || value === undefined) throw new Error(`call ${row.id} is ${row.status} without ${name}`);
  return value;
}

function oneOf<const Value extends string>(values: readonly Value[], value: string | null): Value {
  const known = values.find((each) => each === value);
  if (known === undefined) throw new Error(`a call with the unknown ${value}`);
  return known;
}
