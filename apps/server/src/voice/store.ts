import type { Kysely } from 'kysely';
import { statement, type DB, type HotTx, type Tx } from '../platform/database.ts';
import type { Connecting, Session } from './session.ts';
import { columnsOf, sessionOf } from './row.ts';

export interface CallStore {
  find(db: Kysely<DB>, callId: string): Promise<Session | undefined>;
  /** The same, and nobody else changes it before this transaction ends. */
  lock(tx: Tx, callId: string): Promise<Session | undefined>;
  save(tx: Tx, session: Session): Promise<void>;
  /** Calls that are not over. */
  countLive(db: Kysely<DB>): Promise<number>;
  /** All of them in one statement, on the lane of whoever pairs. */
  open(tx: HotTx, sessions: readonly Connecting[]): Promise<void>;
}

export const openSessions = statement<never>(import.meta.resolve('./open.sql'));

export function createCallStore(): CallStore {
  return {
    async find(db, callId) {
      const row = await db.selectFrom('voice.session').selectAll().where('id', '=', callId).executeTakeFirst();
      return row && sessionOf(row);
    },
    async lock(tx, callId) {
      const query = tx.db.selectFrom('voice.session').selectAll().where('id', '=', callId).forUpdate();
      const row = await query.executeTakeFirst();
      return row && sessionOf(row);
    },
    async save(tx, session) {
      const columns = columnsOf(session);
      await tx.db.updateTable('voice.session').set(columns).where('id', '=', session.id).executeTakeFirstOrThrow();
    },
    async countLive(db) {
      const live = db.selectFrom('voice.session').where('status', 'not in', ['completed', 'ended']);
      const { count } = await live
        .select((column) => column.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
      return count;
    },
    async open(tx, sessions) {
      const column = <T>(read: (session: Connecting) => T): T[] => sessions.map(read);
      await tx.run(openSessions, [
        column(({ id }) => id),
        ...[column(({ a }) => a.userId), column(({ b }) => b.userId)],
        ...[column(({ a }) => a.alias), column(({ b }) => b.alias)],
        ...[column(({ a }) => a.origin.ticket), column(({ b }) => b.origin.ticket)],
        ...[column(({ a }) => a.origin.place), column(({ b }) => b.origin.place)],
        ...[column(({ a }) => isoOf(a.origin.since)), column(({ b }) => isoOf(b.origin.since))],
        column(({ createdAt }) => isoOf(createdAt)),
        column(({ ackDue }) => isoOf(ackDue)),
      ]);
    },
  };
}

/** Many times faster to write than a Date. */
function isoOf(ms: number): string {
  return new Date(ms).toISOString();
}
