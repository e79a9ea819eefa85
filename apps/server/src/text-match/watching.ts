import { FIXED } from '@yonder/contract';
import type { Engagements } from '../engagement/index.ts';
import type { Tx } from '../platform/database.ts';
import type { Deadlines } from '../platform/deadlines.ts';
import type { Matches } from './matches.ts';
import { nextLook } from './machine.ts';
import { SIDES, type MatchEvent, type Session, type Side } from './session.ts';
import type { MatchStore } from './store.ts';

interface WatchOptions {
  matches: Pick<Matches, 'occur'>;
  store: Pick<MatchStore, 'activeSince'>;
  engagements: Pick<Engagements, 'lastSeen' | 'hearsSince'>;
  deadlines: Pick<Deadlines, 'on'>;
}

/** The deadline for all matches created at one time; its key is that time in ms. */
export const PAIRED = 'text.paired';
const WATCH = 'text.watch';

export function firstLook(now: Date): Date {
  return new Date(now.getTime() + FIXED.textSilentMs);
}

/** Checks both sides while a match is active, and again when one could be missing. */
export function watchMatches({ matches, store, engagements, deadlines }: WatchOptions): void {
  deadlines.on(PAIRED, async (tx, { key }) => {
    for (const id of await store.activeSince(tx.db, Number(key))) {
      await tx.deadline({ kind: WATCH, key: id, due: tx.now });
    }
  });
  deadlines.on(WATCH, async (tx, { key }) => {
    let event: (MatchEvent & { kind: 'looked' }) | undefined;
    const session = await matches.occur(tx, key, async (found) => {
      event = { kind: 'looked', seenAt: await seenIn(tx, found), hearsSince: engagements.hearsSince() };
      return event;
    });
    if (!event || session?.state !== 'active') return;
    await tx.deadline({ kind: WATCH, key, due: new Date(nextLook(session, event, tx.now.getTime())) });
  });

  /** Returns 0 for a side that the match no longer occupies. */
  async function seenIn(tx: Tx, session: Session): Promise<Record<Side, number>> {
    const { id: ref } = session;
    const seen: Record<Side, number> = { a: 0, b: 0 };
    for (const side of SIDES) {
      seen[side] = (await engagements.lastSeen(tx.db, { people: [session[side].userId], ref })) ?? 0;
    }
    return seen;
  }
}
