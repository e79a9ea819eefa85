import type { TextMatch } from '@yonder/contract';
import type { Kysely } from 'kysely';
import type { ConnectionRecords, Engagements } from '../engagement/index.ts';
import type { DB, Tx } from '../platform/database.ts';
import { DomainError } from '../platform/errors.ts';
import type { Live } from '../platform/live.ts';
import { step } from './machine.ts';
import { SIDES, sideOf, type Effect, type MatchEvent, type Session, type Side } from './session.ts';
import type { MatchStore } from './store.ts';
import { textMatchOf } from './view.ts';

/** Hooks into other modules, run in the transaction of a match. */
export interface MatchWires {
  /** Shows names and photos in the room of a mutual like. */
  revealed(tx: Tx, match: { chatRoomId: string; a: string; b: string }): Promise<void>;
  /** Closes the room. `by` null: neither side chose it. */
  ended(tx: Tx, match: { chatRoomId: string; by: string | null }): Promise<void>;
}

export interface MatchOptions {
  store: MatchStore;
  engagements: Pick<Engagements, 'release' | 'remember'>;
  records: Pick<ConnectionRecords, 'recordFailure'>;
  live: Pick<Live, 'tell'>;
  wires: MatchWires;
  limits: { rematchSeconds: number };
}

export interface Participant {
  chatRoomId: string;
  userId: string;
}

/** A match before and after an event; `side` is the caller's. */
export interface Happened {
  before: Session;
  after: Session;
  side: Side;
}

/** Load under lock → step → carry out → save → emit: the only way a match changes. */
export interface Matches {
  /** @throws DomainError 'text-match-not-found' for a third person as for a match that is not there. */
  happen(
    tx: Tx,
    who: Participant,
    event: (side: Side, session: Session) => MatchEvent | Promise<MatchEvent>,
  ): Promise<Happened>;
  /** Applies an event of the clock or from outside the match. Undefined when the match is gone. */
  occur(
    tx: Tx,
    chatRoomId: string,
    event: (session: Session) => MatchEvent | Promise<MatchEvent>,
  ): Promise<Session | undefined>;
  /** Undefined when the user has no such match. */
  find(db: Kysely<DB>, who: Participant): Promise<TextMatch | undefined>;
}

/** Locks are taken in one order: rooms before users, users by id, the connection record before the queue slot. */
const ORDER: Record<Effect['kind'], number> = { reveal: 1, close: 1, part: 2, blame: 3, release: 4 };

export function createMatches(options: MatchOptions): Matches {
  const { store, live } = options;

  async function change(tx: Tx, session: Session, event: MatchEvent): Promise<Session> {
    const { session: next, effects, refused } = step(session, event, tx.now.getTime());
    if (refused !== null) throw new DomainError(refused);
    if (next === session) return session;
    await carryOut(tx, { session: next, effects }, options);
    await store.save(tx, next);
    for (const side of SIDES) tellIfChanged(tx, side, session, next);
    return next;
  }

  function tellIfChanged(tx: Tx, side: Side, before: Session, after: Session): void {
    const data = textMatchOf(after, side);
    if (data.version === textMatchOf(before, side).version) return;
    tx.after(() => live.tell(after[side].userId, { name: 'textMatch.updated', data }));
  }

  return {
    async happen(tx, { chatRoomId, userId }, event) {
      const before = await store.lock(tx, chatRoomId);
      const side = before && sideOf(before, userId);
      if (!before || !side) throw new DomainError('text-match-not-found');
      return { before, after: await change(tx, before, await event(side, before)), side };
    },
    async occur(tx, chatRoomId, event) {
      const session = await store.lock(tx, chatRoomId);
      return session && change(tx, session, await event(session));
    },
    async find(db, { chatRoomId, userId }) {
      const session = await store.find(db, chatRoomId);
      const side = session && sideOf(session, userId);
      return session && side ? textMatchOf(session, side) : undefined;
    },
  };
}

async function carryOut(
  tx: Tx,
  { session, effects }: { session: Session; effects: readonly Effect[] },
  options: Pick<MatchOptions, 'engagements' | 'records' | 'wires' | 'limits'>,
): Promise<void> {
  const rank = (effect: Effect): string =>
    `${ORDER[effect.kind]} ${effect.kind === 'release' ? session[effect.side].userId : ''}`;
  for (const effect of effects.toSorted((one, other) => (rank(one) < rank(other) ? -1 : 1))) {
    await carryOutOne(tx, session, effect, options);
  }
}

async function carryOutOne(
  tx: Tx,
  session: Session,
  effect: Effect,
  { engagements, records, wires, limits }: Pick<MatchOptions, 'engagements' | 'records' | 'wires' | 'limits'>,
): Promise<void> {
  const { id: chatRoomId } = session;
  const [a, b] = [session.a.userId, session.b.userId];
  switch (effect.kind) {
    case 'reveal':
      return wires.revealed(tx, { chatRoomId, a, b });
    case 'close':
      return wires.ended(tx, { chatRoomId, by: effect.by && session[effect.by].userId });
    case 'part': {
      if (limits.rematchSeconds === 0) return;
      const until = new Date(tx.now.getTime() + limits.rematchSeconds * 1_000);
      return engagements.remember(tx, { one: a, other: b, until });
    }
    // Without a rematch pause the product is being tried out.
    case 'blame':
      if (limits.rematchSeconds === 0) return;
      return records.recordFailure(tx, { userId: session[effect.side].userId, mode: 'text' });
    case 'release':
      return engagements.release(tx, { userId: session[effect.side].userId, ref: chatRoomId });
    default:
      return effect satisfies never;
  }
}
