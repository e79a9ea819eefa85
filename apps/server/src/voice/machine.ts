/*
 * The life of one call. Only the server's clock counts: everything overdue is applied before the event.
 *
 *   paired
 *     │
 *     ▼        both acknowledged, both connected          decision phase due, or End after 5 s
 *  connecting ────────────────────────────────► active ─────────────────────────► deciding
 *     │                                           │                                │  │  │
 *     │ not acknowledged in 5 s, Cancel:          │ End, left 10 s,    both like   │  │  │ first dislike, End,
 *     │   the willing one back to the front       │ lost 30 s, report,   ┌─────────┘  │  │ or undecided at 15 s
 *     │ no signals of one side in 8 s: the same   │ block                ▼            │  ▼
 *     │ not connected in 20 s:                    │                mutual-like        │ completed
 *     │   both may come back to the front         │                      │            │ (no-match)
 *     ▼                                           ▼                      │            │
 *   ended ◄──────────────────────────────────── ended ◄──────────────────┴────────────┘
 *
 * A direct call rings first and has no timed phase; the rules after the answer are the same for both kinds:
 *
 *   ringing ──answered──► connecting ──both connected──► mutual-like ──► ended
 *      └─ declined · cancelled · missed after 45 s ──► ended
 *
 * Report, block, leaving for good and a page left for 10 s end a call in every live state. A side's audio lost for 30 s
 * ends every call that has begun. Nothing leaves completed or ended.
 */
import { FIXED, type Reason } from '@yonder/contract';
import { decide, enterWindow, openWindow, pressEnd, watch } from './decision.ts';
import { end, failToConnect, giveUpConnecting, hopelessSides, miss, noMatch, withdraw } from './endings.ts';
import {
  hasBegun,
  isCarriedBy,
  isLive,
  SIDES,
  unchanged,
  type Active,
  type CallEvent,
  type Change,
  type Connecting,
  type Effect,
  type Limits,
  type LiveSession,
  type MediaStatus,
  type Moment,
  type Ringing,
  type Seat,
  type Session,
  type Side,
  type WakeUp,
} from './session.ts';

/** `refused`: nothing changed, and the caller gets the reason. */
export type Step = { session: Session; effects: Effect[]; refused: Reason | null };

export function step(session: Session, event: CallEvent, now: number, limits: Limits): Step {
  const moment = { now, limits };
  const settled = settle(session, moment);
  const known = counted(settled.session, session);
  const applied = apply(known, event, moment);
  if (typeof applied === 'string') return { session, effects: [], refused: applied };
  const next = counted(applied.session, known);
  if (next === session) return { session, effects: [], refused: null };
  const effects = [...settled.effects, ...applied.effects, ...newWakeUps(session, next)];
  return { session: next, effects, refused: null };
}

/** Overdue events and the event itself count separately, so that a view can leave out the second (see view.ts). */
function counted(next: Session, before: Session): Session {
  return next === before ? before : { ...next, version: before.version + 1 };
}

/** Every time at which this session must be checked again. */
export function wakeUps(session: Session): WakeUp[] {
  return pending(session).map(({ deadline, due }) => ({ deadline, due }));
}

function newWakeUps(before: Session, after: Session): Effect[] {
  const known = new Set(wakeUps(before).map(({ deadline, due }) => `${deadline} ${due}`));
  return wakeUps(after)
    .filter(({ deadline, due }) => !known.has(`${deadline} ${due}`))
    .map((wakeUp) => ({ kind: 'wake', wakeUp }));
}

type Pending = WakeUp & { happen: (moment: Moment) => Change };

function pending(session: Session): Pending[] {
  if (!isLive(session)) return [];
  const due = [stageDue(session), signalDue(session)].filter((one) => one !== null);
  return [...due, ...SIDES.flatMap((side) => absences(session, side))];
}

function stageDue(session: LiveSession): Pending | null {
  switch (session.status) {
    case 'ringing':
      return dueAt('ring', session.direct.ringsUntil, (at) => miss(session, at));
    case 'connecting':
      return session.connectDue === null
        ? dueAt('ack', session.ackDue, (at) => withdraw(session, at))
        : dueAt('connect', session.connectDue, (at) => failToConnect(session, at));
    case 'active':
      // A window that opens late, after an outage, lasts as long as any other.
      return { deadline: 'decision', due: session.decisionPhaseAt, happen: (moment) => openWindow(session, moment) };
    case 'deciding':
      return dueAt('verdict', session.decisionEndsAt, (at) => noMatch(session, null, at));
    case 'mutual-like':
      return null;
    default:
      return session satisfies never;
  }
}

/** An ending gets the time at which it was due, however late it is processed. */
function dueAt(deadline: WakeUp['deadline'], due: number, ending: (at: number) => Change): Pending {
  return { deadline, due, happen: () => ending(due) };
}

/**
 * Due when a side has sent too little to connect, 8 s after both acknowledged and 6 s after the partner's candidate. A
 * side that reports being connected needs no signals.
 */
function signalDue(session: LiveSession): Pending | null {
  if (session.status !== 'connecting' || session.direct || session.connectDue === null) return null;
  if (hopelessSides(session).length === 0) return null;
  const acknowledgedAt = session.connectDue - FIXED.connectMs;
  const last = Math.max(session.a.candidateAt ?? 0, session.b.candidateAt ?? 0);
  const due = Math.max(acknowledgedAt + FIXED.signalWithinMs, last + FIXED.answerSignalMs);
  return due < session.connectDue ? dueAt('signal', due, (at) => giveUpConnecting(session, at)) : null;
}

function absences(session: LiveSession, side: Side): Pending[] {
  const { awayAt, lostAt } = session[side];
  const absent: Pending[] = [];
  if (awayAt !== null) {
    absent.push(dueAt('away', awayAt + FIXED.awayMs, (at) => end(session, { reason: 'left-page', by: side }, at)));
  }
  if (lostAt !== null) {
    absent.push(
      dueAt('lost', lostAt + FIXED.lostMs, (at) => end(session, { reason: 'connection-lost', by: null }, at)),
    );
  }
  return absent;
}

/** An event this late fell due while no server ran, so it blames neither side. */
const LATE_MS = 5_000;

/** Applies everything overdue, the earliest first, each ending at the time it was due. */
function settle(session: Session, moment: Moment): Change {
  const [first] = pending(session)
    .filter(({ due }) => due <= moment.now)
    .toSorted((one, other) => one.due - other.due);
  if (!first) return unchanged(session);
  const happened = first.happen(moment);
  const rest = settle(happened.session, moment);
  const isLate = moment.now - first.due >= LATE_MS;
  const effects = isLate ? happened.effects.filter(({ kind }) => kind !== 'blame') : happened.effects;
  return { session: rest.session, effects: [...effects, ...rest.effects] };
}

function apply(session: Session, event: CallEvent, moment: Moment): Change | Reason {
  const { now } = moment;
  switch (event.kind) {
    case 'clock-moved':
      return unchanged(session);
    case 'acknowledged':
      return acknowledge(session, event, now);
    case 'media-reported':
      return reportMedia(session, event, moment);
    case 'mute-reported':
      return session.status === 'ringing' ? unchanged(session) : reseat(session, event.side, { muted: event.muted });
    case 'window-entered':
      return enterWindow(session);
    case 'decided':
      return decide(session, event, now);
    case 'end-pressed':
      return pressEnd(session, event, moment);
    case 'left':
      if (!isCarriedBy(session[event.side], event.tab) || session[event.side].awayAt !== null)
        return unchanged(session);
      return reseat(session, event.side, { awayAt: now });
    case 'returned':
      if (!isCarriedBy(session[event.side], event.tab) || session[event.side].awayAt === null)
        return unchanged(session);
      return reseat(session, event.side, {
        awayAt: null,
        ...withoutAudio(session, event.side, { since: now, media: 'connecting' }),
      });
    case 'disconnected':
      if (!hasBegun(session) || session[event.side].lostAt !== null) return unchanged(session);
      return reseat(session, event.side, withoutAudio(session, event.side, { since: now, media: 'reconnecting' }));
    case 'reconnected':
      if (session[event.side].lostAt === null) return unchanged(session);
      return reseat(session, event.side, { lostAt: null, media: 'connected' });
    case 'closed':
      return isLive(session) ? end(session, event, event.at ?? now) : unchanged(session);
    default:
      return event satisfies never;
  }
}

function reseat(session: Session, side: Side, change: Partial<Seat>): Change {
  if (!isLive(session)) return unchanged(session);
  const seat = { ...session[side], ...change };
  return unchanged(sameSeat(seat, session[side]) ? session : { ...session, [side]: seat });
}

/** Starts the wait for the audio of a side, in a call that has begun. */
function withoutAudio(
  session: Session,
  side: Side,
  { since, media }: { since: number; media: MediaStatus },
): Partial<Seat> {
  return { media, lostAt: hasBegun(session) ? (session[side].lostAt ?? since) : null };
}

function sameSeat(one: Seat, other: Seat): boolean {
  return (['tab', 'topic', 'media', 'muted', 'awayAt', 'lostAt'] as const).every(
    (field) => one[field] === other[field],
  );
}

function acknowledge(session: Session, event: CallEvent & { kind: 'acknowledged' }, now: number): Change | Reason {
  if (!isLive(session)) return 'call-over';
  const { tab, side } = event;
  const seat = session[side];
  const moved = seat.tab !== null && seat.tab !== tab;
  const back = moved || seat.awayAt !== null;
  const topic = session.status === 'connecting' ? (event.topic ?? seat.topic) : seat.topic;
  const seated = reseat(session, side, {
    tab,
    topic,
    awayAt: null,
    ...(back && withoutAudio(session, side, { since: now, media: 'connecting' })),
  }).session;
  if (seated.status === 'ringing') return unchanged(side === 'b' ? answered(seated, now) : seated);
  const bothAcknowledged = seated.status === 'connecting' && seated.a.tab !== null && seated.b.tab !== null;
  if (!bothAcknowledged || seated.connectDue !== null) return unchanged(seated);
  return unchanged({ ...seated, connectDue: now + FIXED.connectMs });
}

function answered(session: Ringing, now: number): Connecting {
  const direct = { ...session.direct, acceptedAt: now };
  return { ...session, status: 'connecting', direct, ackDue: direct.ringsUntil, connectDue: now + FIXED.connectMs };
}

/** 'connected' proves presence: it ends an absence, in either order of the reports. */
function reportMedia(session: Session, event: CallEvent & { kind: 'media-reported' }, { now, limits }: Moment): Change {
  const { side, status: media } = event;
  // While the call rings there is no connection to report.
  if (session.status === 'ringing') return unchanged(session);
  const present = { media, awayAt: null, lostAt: null };
  const { session: heard } = reseat(
    session,
    side,
    media === 'connected' ? present : withoutAudio(session, side, { since: now, media }),
  );
  if (heard.status !== 'connecting' || heard.connectDue === null) return unchanged(heard);
  if (heard.a.media !== 'connected' || heard.b.media !== 'connected') return unchanged(heard);
  return begin(heard, { now, limits });
}

/** Chat partners talk without a time limit. */
function begin({ ackDue: _ackDue, connectDue: _connectDue, ...rest }: Connecting, { now, limits }: Moment): Change {
  if (rest.direct) {
    const { chatRoomId } = rest.direct;
    return { session: { ...rest, status: 'mutual-like', startedAt: now, chatRoomId }, effects: [watch(now)] };
  }
  const active: Active = {
    ...rest,
    status: 'active',
    startedAt: now,
    decisionPhaseAt: now + limits.callSeconds * 1_000,
  };
  return unchanged(active);
}
