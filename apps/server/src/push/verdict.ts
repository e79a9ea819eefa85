import { preferences } from '@yonder/contract';
import * as z from 'zod/mini';
import type { Facts } from './facts.ts';
import { PUSHES } from './kinds.ts';

/** Why a queued push is never sent. */
export type Dropped = 'expired' | 'unwanted' | 'barred' | 'hidden' | 'over' | 'read' | 'shown';

export type Verdict = { kind: 'send' } | { kind: 'look-again'; due: Date } | { kind: 'drop'; why: Dropped };

/**
 * A tab that is looked at shows the event itself. But one that has just closed, or has lost its network, still counts
 * as looked at for a while. So an unread push is checked again after these times.
 */
const LOOK_AGAIN_MS = [6_000, 60_000];

const switches = z.partial(preferences.shape.push);

export function judge(facts: Facts, now: Date): Verdict {
  const why = whyNot(facts, now);
  if (why !== null) return { kind: 'drop', why };
  if (!isShown(facts)) return { kind: 'send' };
  const again = LOOK_AGAIN_MS[facts.looks];
  return again === undefined
    ? { kind: 'drop', why: 'shown' }
    : { kind: 'look-again', due: new Date(now.getTime() + again) };
}

function whyNot(facts: Facts, now: Date): Dropped | null {
  if (facts.expiresAt <= now) return 'expired';
  if (facts.isBarred) return 'barred';
  if (facts.isHidden) return 'hidden';
  if (switches.parse(facts.switches)[PUSHES[facts.kind].topic] === false) return 'unwanted';
  return facts.isRead ? 'read' : whyOver(facts);
}

function whyOver({ kind, readSeq, messageSeq, said, rings }: Facts): Dropped | null {
  switch (kind) {
    case 'message':
    case 'request':
      if (readSeq === null || said === null) return 'over';
      return messageSeq !== null && messageSeq <= readSeq ? 'read' : null;
    case 'match':
    case 'missed-call':
      return readSeq === null ? 'over' : null;
    case 'call':
      return rings ? null : 'over';
    case 'found':
    case 'comment':
    case 'moderation':
      return null;
    default:
      return kind satisfies never;
  }
}

/** A call rings in every browser, so each is checked for itself. */
function isShown({ kind, sid, looking, isLooking }: Facts): boolean {
  return kind === 'call' ? looking.includes(sid) : isLooking;
}
