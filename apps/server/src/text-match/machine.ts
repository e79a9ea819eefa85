/*
 * The life of one text match. It begins with its room, and the server alone judges it.
 *
 *   matched
 *     │             both like, and neither has blocked the other
 *     ▼          ┌──────────────────────────────────────────────► mutual-like
 *   active ──────┤
 *                └──────────────────────────────────────────────► ended
 *                   a dislike, a block, a report, leaving for good,
 *                   or nothing heard of one side for 60 s
 *
 * A like waits for the other one's and is not shown; it may still be followed by a dislike. While the match is active a
 * side that goes, or of which nothing was heard for 30 s, is silent until it is heard again. Nothing leaves mutual-like
 * or ended: what becomes of the room then is the room's.
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

/** `refused`: the person is told why, and nothing changed. */
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

/** To block, to report and to sign out blames nobody, however early. */
function close(session: Active, { by, cause }: MatchEvent & { kind: 'closed' }, now: number): Change {
  return cause === 'chat-closed' ? endByChoice(session, by, now) : end(session, by, now);
}

/** A person who ends one match after another at once lets the others wait. */
function endByChoice(session: Active, side: Side, now: number): Change {
  const change = end(session, side, now);
  if (now - session.createdAt >= FIXED.textQuickEndMs) return change;
  return { ...change, effects: [...change.effects, { kind: 'blame', side }] };
}

function partAndRelease(): Effect[] {
  return [{ kind: 'part' }, ...SIDES.map((side): Effect => ({ kind: 'release', side }))];
}

/** How long somebody who said that they go is not believed to be back by being seen: their socket may outlast them. */
const GOING_MS = 5_000;
/** Somebody who is silent is looked for so often. */
const LOOK_AGAIN_MS = 5_000;

function look(session: Active, seen: Seen, now: number): Change {
  const [a, b] = [lookedAt(session.a, seen.seenAt.a, seen), lookedAt(session.b, seen.seenAt.b, seen)];
  if (now - Math.min(a.heardAt, b.heardAt) >= FIXED.textLostMs) return end(session, null, now);
  const found = reseat(session, 'a', () => ({ silentSince: silenceOf(a, now) }));
  return reseat(found.session, 'b', () => ({ silentSince: silenceOf(b, now) }));
}

/** When somebody must look at an active session again. */
export function nextLook(session: Active, seen: Seen, now: number): number {
  const due = SIDES.map((side) => {
    const { heardAt, isSilent } = lookedAt(session[side], seen.seenAt[side], seen);
    return isSilent ? Math.min(heardAt + FIXED.textLostMs, now + LOOK_AGAIN_MS) : heardAt + FIXED.textSilentMs;
  });
  return Math.min(...due);
}

type Seen = Pick<MatchEvent & { kind: 'looked' }, 'seenAt' | 'hearsSince'>;

/** isSilent: by their own word, or since an earlier look. */
interface LookedAt {
  heardAt: number;
  isSilent: boolean;
}

/** Nobody is heard while no server runs, or none that can write it down. */
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

/** Nothing to do beyond saving it. */
function unchanged<Any extends Session>(session: Any): Change & { session: Any } {
  return { session, effects: [] };
}
