import type { TextMatch } from '@yonder/contract';
import type { Pair, Sessions } from '../matchmaking/index.ts';
import type { Database, PipelineTx } from '../platform/database.ts';
import { sendDeadline } from '../platform/deadlines.ts';
import type { Live } from '../platform/live.ts';
import type { Allowances } from './allowance.ts';
import type { Matches } from './matches.ts';
import { SIDES, sideOf, type Active } from './session.ts';
import type { MatchStore } from './store.ts';
import { textMatchOf } from './view.ts';
import { firstLook, PAIRED } from './watching.ts';

/** The rooms of matches; each match is its room. */
export interface Rooms {
  /** Creates the rooms in the pairing transaction; each member knows the other by alias. */
  open(tx: PipelineTx, rooms: readonly Pair[]): void;
  /** Emits the new rooms to both, after the commit. */
  opened(rooms: readonly Pair[]): void;
}

interface OpeningOptions {
  store: MatchStore;
  matches: Pick<Matches, 'find'>;
  allowances: Pick<Allowances, 'count'>;
  rooms: Rooms;
  database: Pick<Database, 'read'>;
  live: Pick<Live, 'tell' | 'isHeard'>;
}

/** The matcher's sessions: each is a room. */
export function createOpening({
  store,
  matches,
  allowances,
  rooms,
  database,
  live,
}: OpeningOptions): Sessions<TextMatch> {
  return {
    open(tx, pairs) {
      rooms.open(tx, pairs);
      store.open(
        tx,
        pairs.map((pair) => ({ ...pair, interestsInCommon: inCommon(pair) })),
      );
      allowances.count(
        tx,
        pairs.flatMap(({ a, b }) => [a.userId, b.userId]),
      );
      sendDeadline(tx, { kind: PAIRED, key: String(tx.now.getTime()), due: firstLook(tx.now) });
    },
    opened(pair, userId) {
      const session = pairedSession(pair);
      const side = sideOf(session, userId);
      if (!side) throw new Error(`the view of match ${pair.id} for somebody who is not in it`);
      return textMatchOf(session, side);
    },
    find: async (userId, chatRoomId) => (await matches.find(database.read, { chatRoomId, userId })) ?? null,
    paired(pairs) {
      // Includes the tab that joined: its answer counts the matches first and so comes later.
      for (const pair of pairs) {
        for (const side of SIDES) {
          const { userId } = pair[side];
          if (!live.isHeard(userId)) continue;
          live.tell(userId, { name: 'textMatch.updated', data: textMatchOf(pairedSession(pair), side) });
        }
      }
      rooms.opened(pairs);
    },
  };
}

function pairedSession(pair: Pair): Active {
  const { id, createdAt } = pair;
  const [a, b] = SIDES.map((side) => {
    const { userId, alias } = pair[side];
    return { userId, alias, liked: false, silentSince: null };
  });
  if (!a || !b) throw new Error('a pair of fewer than two');
  return { id, createdAt, version: 1, a, b, interestsInCommon: inCommon(pair), state: 'active' };
}

/** Returns them as written by `a`, the user with the longer wait. */
function inCommon({ a, b }: Pair): string[] {
  const others = new Set(b.interests.map(folded));
  return a.interests.filter((interest) => others.delete(folded(interest)));
}

function folded(interest: string): string {
  return interest.trim().normalize('NFKC').toLowerCase();
}
