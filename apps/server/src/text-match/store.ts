import type { Kysely } from 'kysely';
import type { Pair } from '../matchmaking/index.ts';
import { idsOf, listOf, statement, type DB, type PipelineTx, type Tx } from '../platform/database.ts';
import { lowestUuidv7 } from '../platform/ids.ts';
import { columnsOf, sessionOf } from './row.ts';
import type { Session } from './session.ts';

export interface MatchStore {
  find(db: Kysely<DB>, chatRoomId: string): Promise<Session | undefined>;
  /** Finds and locks the match until the transaction ends. */
  lock(tx: Tx, chatRoomId: string): Promise<Session | undefined>;
  save(tx: Tx, session: Session): Promise<void>;
  /** Inserts all in one statement on the matcher's connection. */
  open(tx: PipelineTx, pairs: readonly (Pair & { interestsInCommon: readonly string[] })[]): void;
  /** Lists the matches created at that time that are not over. */
  activeSince(db: Kysely<DB>, createdAt: number): Promise<string[]>;
  countActive(db: Kysely<DB>): Promise<number>;
  /** Deletes up to `limit` matches that ended before that time (ms since the epoch) and returns their number. */
  forgetOver(db: Kysely<DB>, over: { before: number; limit: number }): Promise<number>;
}

const openRows = statement<never>(import.meta.resolve('./open.sql'));

export function createMatchStore(): MatchStore {
  return {
    async find(db, chatRoomId) {
      const row = await db.selectFrom('text_match.session').selectAll().where('id', '=', chatRoomId).executeTakeFirst();
      return row && sessionOf(row);
    },
    async lock(tx, chatRoomId) {
      const query = tx.db.selectFrom('text_match.session').selectAll().where('id', '=', chatRoomId).forUpdate();
      const row = await query.executeTakeFirst();
      return row && sessionOf(row);
    },
    async save(tx, session) {
      const columns = columnsOf(session);
      await tx.db.updateTable('text_match.session').set(columns).where('id', '=', session.id).executeTakeFirstOrThrow();
    },
    open(tx, pairs) {
      const ids = (read: (pair: Pair) => string): string => idsOf(pairs.map(read));
      tx.send(openRows, [
        ids(({ id }) => id),
        ids(({ a }) => a.userId),
        ids(({ b }) => b.userId),
        listOf(pairs.map(({ a }) => a.alias)),
        listOf(pairs.map(({ b }) => b.alias)),
        listOf(pairs.map(({ interestsInCommon }) => JSON.stringify(interestsInCommon))),
        tx.now,
      ]);
    },
    async activeSince(db, createdAt) {
      const made = db.selectFrom('text_match.session').select('id').where('state', '=', 'active');
      const ids = made.where('id', '>=', lowestUuidv7(createdAt)).where('id', '<', lowestUuidv7(createdAt + 1));
      return (await ids.execute()).map(({ id }) => id);
    },
    async countActive(db) {
      const { count } = await db
        .selectFrom('text_match.session')
        .where('state', '=', 'active')
        .select((column) => column.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
      return count;
    },
    async forgetOver(db, { before, limit }) {
      // In the order of ids, which is that of creation; active matches this old are rare.
      const over = db
        .selectFrom('text_match.session')
        .where('state', '<>', 'active')
        .where('id', '<', lowestUuidv7(before))
        .where((row) => row.or([row('ended_at', 'is', null), row('ended_at', '<', new Date(before))]))
        .orderBy('id')
        .limit(limit)
        .forUpdate()
        .skipLocked()
        .select('id');
      const { numDeletedRows } = await db.deleteFrom('text_match.session').where('id', 'in', over).executeTakeFirst();
      return Number(numDeletedRows);
    },
  };
}
