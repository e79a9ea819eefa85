import type { Kysely } from 'kysely';
import { idsOf, listOf, statement, type DB, type PipelineTx, type Tx } from '../platform/database.ts';
import { sendDeadline } from '../platform/deadlines.ts';
import { lowestUuidv7 } from '../platform/ids.ts';
import type { Pair } from '../matchmaking/index.ts';
import type { NewDirect, Session, Side } from './session.ts';
import { columnsOf, newRowOf, sessionOf } from './row.ts';

export interface CallStore {
  find(db: Kysely<DB>, callId: string): Promise<Session | undefined>;
  /** Finds and locks the call until the transaction ends. */
  lock(tx: Tx, callId: string): Promise<Session | undefined>;
  save(tx: Tx, session: Session): Promise<void>;
  /** Stores when a side's first signal of a kind passed; later ones change nothing. */
  saveSignal(db: Kysely<DB>, signal: { callId: string; side: Side; kind: SignalKind; at: Date }): Promise<void>;
  /** Clears the topic of one participant. */
  emptyTopic(tx: Tx, of: { callId: string; userId: string }): Promise<void>;
  /** Inserts a new direct call. */
  insert(tx: Tx, session: NewDirect): Promise<void>;
  /** Counts the anonymous calls that are not over. */
  countLive(db: Kysely<DB>): Promise<number>;
  /** Inserts all in one statement on the matcher's connection, with one deadline that checks their acknowledgements. */
  open(tx: PipelineTx, pairs: readonly Pair[]): void;
  /** Lists the calls created at that time that lack an acknowledgement. */
  unacknowledged(db: Kysely<DB>, createdAt: number): Promise<string[]>;
}

/** The signals that show whether a side can connect. */
export type SignalKind = 'description' | 'candidate';

/** The deadline for all calls created at one time; its key is that time in ms. */
export const PAIRED = 'voice.paired';

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
    async saveSignal(db, { callId, side, kind, at }) {
      const column = `${side}_${kind === 'candidate' ? 'candidate' : 'described'}_at` as const;
      const call = db
        .updateTable('voice.session')
        .set({ [column]: at })
        .where('id', '=', callId);
      await call.where(column, 'is', null).execute();
    },
    async emptyTopic(tx, { callId, userId }) {
      for (const side of ['a', 'b'] as const) {
        const sessions = tx.db.updateTable('voice.session').set({ [`${side}_topic`]: null });
        await sessions.where('id', '=', callId).where(side, '=', userId).execute();
      }
    },
    async insert(tx, session) {
      await tx.db.insertInto('voice.session').values(newRowOf(session)).execute();
    },
    async countLive(db) {
      const anonymous = db.selectFrom('voice.session').where('kind', '=', 'anonymous');
      const live = anonymous.where('status', 'not in', ['completed', 'ended']);
      const { count } = await live
        .select((column) => column.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
      return count;
    },
    open(tx, pairs) {
      const ids = (read: (pair: Pair) => string): string => idsOf(pairs.map(read));
      const { createdAt, ackDue } = pairs[0]!;
      tx.send(openSessions, [
        ids(({ id }) => id),
        ids(({ a }) => a.userId),
        ids(({ b }) => b.userId),
        listOf(pairs.map(({ a }) => a.alias)),
        listOf(pairs.map(({ b }) => b.alias)),
        ids(({ a }) => a.ticket),
        ids(({ b }) => b.ticket),
        new Date(createdAt),
        new Date(ackDue),
      ]);
      sendDeadline(tx, { kind: PAIRED, key: String(createdAt), due: new Date(ackDue) });
    },
    async unacknowledged(db, createdAt) {
      const made = db
        .selectFrom('voice.session')
        .select('id')
        .where('status', '=', 'connecting')
        .where('connect_due', 'is', null);
      const ids = made.where('id', '>=', lowestUuidv7(createdAt)).where('id', '<', lowestUuidv7(createdAt + 1));
      return (await ids.execute()).map(({ id }) => id);
    },
  };
}
