/*
 * The life of one text match. It begins with its room, and only the server decides.
 *
 *   matched
 *     │             both like, and neither has blocked the other
 *     ▼          ┌──────────────────────────────────────────────► mutual-like
 *   active ──────┤
 *                └──────────────────────────────────────────────► ended
 *                   a dislike, a block, a report, leaving for good,
 *                   or nothing heard of one side for 60 s
 *
 * A like is hidden until both like, and a dislike may still follow it. In an active match a side is silent once it says
 * goodbye, or after 30 s without a sign of life, until the next one. Nothing leaves mutual-like or ended; the room then
 * has its own rules.
 */
import { FIXED, type Reason } from '@yonder/contract';
import {
  otherSide,
  SIDES,
  type Active,
  type Change,
  type Effect,
  type MatchEvent,
  type Seat,
  type Session,
  type Side,
} from './session.ts';

/** `refused`: nothing changed, and the caller gets the reason. */
export type Step = Change & { readonly refused: Reason | null };

export function step(session: Session, event: MatchEvent, now: number): Step {
  const change = apply(session, event, now);
  if (typeof change === 'string') return { ...unchanged(session), refused: change };
  if (change.session === session) return { ...unchanged(session), refused: null };
  return { ...change, session: { ...change.session, version: session.version + 1 }, refused: null };
}

function apply(session: Session, event: MatchEvent, now: number): Change | Reason {
  switch (event.kind) {
    case 'decided':
      return decide(session, event, now);
    case 'left':
      return reseat(session, event.side, () => ({ silentSince: now }));
    case 'returned':
      return reseat(session, event.side, () => ({ silentSince: null }));
    case 'looked':
      return session.state === 'active' ? look(session, event, now) : unchanged(session);
    case 'closed':
      return session.state === 'active' ? close(session, event, now) : unchanged(session);
    default:
      return event satisfies never;
  }
}

function decide(
  session: Session,
  { side, decision, pair }: MatchEvent & { kind: 'decided' },
  now: number,
): Change | Reason {
  switch (session.state) {
    case 'active':
      if (decision === 'dislike') return endByChoice(session, side, now);
      return like(session, side, pair);
    case 'mutual-like':
      return unchanged(session);
    case 'ended':
      return 'text-match-over';
    default:
      return session satisfies never;
  }
}

function like(session: Active, side: Side, pair: 'open' | 'blocked'): Change {
  const liked = reseat(session, side, () => ({ liked: true }));
  if (!session[otherSide(side)].liked || pair === 'blocked') return liked;
  const revealed = { ...liked.session, a: here(liked.session.a), b: here(liked.session.b) };
  return { session: { ...revealed, state: 'mutual-like' }, effects: [{ kind: 'reveal' }, ...partAndRelease()] };
}

function end(session: Active, endedBy: Side | null, now: number): Change {
  const ended: Session = { ...session, state: 'ended', endedBy, endedAt: now };
  return { session: ended, effects: [{ kind: 'close', by: endedBy }, ...partAndRelease()] };
}

/** Blocking, reporting and signing out bring no blame, however early. */
function close(session: Active, { by, cause }: MatchEvent & { kind: 'closed' }, now: number): Change {
  return cause === 'chat-closed' ? endByChoice(session, by, now) : end(session, by, now);
}

/** Blames an early end: a user that ends one match after another makes others wait. */
function endByChoice(session: Active, side: Side, now: number): Change {
  const change = end(session, side, now);
  if (now - session.createdAt >= FIXED.textQuickEndMs) return change;
  return { ...change, effects: [...change.effects, { kind: 'blame', side }] };
}

function partAndRelease(): Effect[] {
  return [{ kind: 'part' }, ...SIDES.map((side): Effect => ({ kind: 'release', side }))];
}

/** How long after saying goodbye a sign of life does not count as a return: the socket may outlive the page. */
const GOING_MS = 5_000;
/** How often a silent side is checked. */
const LOOK_AGAIN_MS = 5_000;

function look(session: Active, seen: Seen, now: number): Change {
  const [a, b] = [lookedAt(session.a, seen.seenAt.a, seen), lookedAt(session.b, seen.seenAt.b, seen)];
  if (now - Math.min(a.heardAt, b.heardAt) >= FIXED.textLostMs) return end(session, null, now);
  const found = reseat(session, 'a', () => ({ silentSince: silenceOf(a, now) }));
  return reseat(found.session, 'b', () => ({ silentSince: silenceOf(b, now) }));
}

/** Returns when an active session must be checked again. */
export function nextLook(session: Active, seen: Seen, now: number): number {
  const due = SIDES.map((side) => {
    const { heardAt, isSilent } = lookedAt(session[side], seen.seenAt[side], seen);
    return isSilent ? Math.min(heardAt + FIXED.textLostMs, now + LOOK_AGAIN_MS) : heardAt + FIXED.textSilentMs;
  });
  return Math.min(...due);
}

type Seen = Pick<MatchEvent & { kind: 'looked' }, 'seenAt' | 'hearsSince'>;

/** `isSilent`: said goodbye, or was silent at an earlier check. */
interface LookedAt {
  heardAt: number;
  isSilent: boolean;
}

/** While no server can store heartbeats no side counts as silent. */
function lookedAt({ silentSince }: Seat, seenAt: number, { hearsSince }: Pick<Seen, 'hearsSince'>): LookedAt {
  const isBack = silentSince === null || seenAt > silentSince + GOING_MS;
  return { heardAt: Math.max(isBack ? seenAt : silentSince, hearsSince), isSilent: !isBack };
}

function silenceOf({ heardAt, isSilent }: LookedAt, now: number): number | null {
  return isSilent || now - heardAt >= FIXED.textSilentMs ? heardAt : null;
}

function here(seat: Seat): Seat {
  return { ...seat, silentSince: null };
}

function reseat<Any extends Session>(
  session: Any,
  side: Side,
  change: (seat: Seat) => Partial<Seat>,
): Change & { session: Any } {
  if (session.state !== 'active') return unchanged(session);
  const before = session[side];
  const seat = { ...before, ...change(before) };
  if (seat.liked === before.liked && seat.silentSince === before.silentSince) return unchanged(session);
  return unchanged({ ...session, [side]: seat });
}

/** Returns a change without effects. */
function unchanged<Any extends Session>(session: Any): Change & { session: Any } {
  return { session, effects: [] };
}
