import { FIXED, type Statement } from '@yonder/contract';
import type { Kysely, Selectable, Updateable } from 'kysely';
import type { DB, Tx } from '../platform/database.ts';
import { uuidv7 } from '../platform/ids.ts';

export type StoredStatement = Selectable<DB['moderation.statement']>;

export interface NewStatement extends Pick<Partial<StoredStatement>, 'approved_by'> {
  caseId: string;
  person: string;
  action: Statement['action'];
  state: 'proposed' | 'in-force';
  ground: string;
  text: string;
  note: string;
  removed: string[];
  /** Null: the operator. */
  by: string | null;
  until: Date | null;
}

export async function insertStatement(tx: Tx, { caseId, by, ...statement }: NewStatement): Promise<string> {
  const id = uuidv7(tx.now.getTime());
  await tx.db
    .insertInto('moderation.statement')
    .values({ ...statement, id, case_id: caseId, decided_by: by, created_at: tx.now })
    .execute();
  return id;
}

export async function updateStatement(
  tx: Tx,
  id: string,
  change: Updateable<DB['moderation.statement']>,
): Promise<void> {
  await tx.db.updateTable('moderation.statement').set(change).where('id', '=', id).execute();
}

/** Reverses a statement. An open appeal against it has got what it asked for. */
export async function undoStatement(
  tx: Tx,
  { id, appeal_state }: Pick<StoredStatement, 'id' | 'appeal_state'>,
  change: Pick<Updateable<DB['moderation.statement']>, 'action'> = {},
): Promise<void> {
  const settled = appeal_state === 'open' && { appeal_state: 'reversed' };
  await updateStatement(tx, id, { ...change, state: 'reversed', ...settled });
}

export async function findStatement(db: Kysely<DB>, id: string): Promise<StoredStatement | undefined> {
  return db.selectFrom('moderation.statement').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Returns a statement of this person, locked until the transaction ends. */
export async function lockOwn(
  tx: Tx,
  { id, person }: { id: string; person: string },
): Promise<StoredStatement | undefined> {
  const own = tx.db.selectFrom('moderation.statement').selectAll().where('id', '=', id).where('person', '=', person);
  return own.forUpdate().executeTakeFirst();
}

/** Returns the ban that waits in a case. */
export async function findProposed(db: Kysely<DB>, caseId: string): Promise<StoredStatement | undefined> {
  const proposed = db.selectFrom('moderation.statement').selectAll().where('case_id', '=', caseId);
  return proposed.where('state', '=', 'proposed').executeTakeFirst();
}

/** Lists newest first. */
export async function statementsOf(
  db: Kysely<DB>,
  person: string,
): Promise<(StoredStatement & { case_number: number })[]> {
  return db
    .selectFrom('moderation.statement as statement')
    .innerJoin('moderation.case as matter', 'matter.id', 'statement.case_id')
    .where('statement.person', '=', person)
    .orderBy('statement.id', 'desc')
    .limit(FIXED.statementsPage)
    .selectAll('statement')
    .select('matter.number as case_number')
    .execute();
}

/** Returns the statements that suspend any of these users now. */
export async function findSuspensions(
  db: Kysely<DB>,
  people: readonly string[],
  now: Date,
): Promise<StoredStatement[]> {
  return suspensionsAt(db, now).selectAll().where('person', 'in', people).execute();
}

function suspensionsAt(db: Kysely<DB>, now: Date) {
  return db
    .selectFrom('moderation.statement')
    .where('state', 'in', ['in-force', 'proposed'])
    .where('action', 'in', ['suspend', 'ban'])
    .where((statement) => statement.or([statement('until', 'is', null), statement('until', '>', now)]));
}

/** Whether a decision of this case still suspends the person. */
export async function standsInForce(db: Kysely<DB>, caseId: string, now: Date): Promise<boolean> {
  const standing = suspensionsAt(db, now).where('case_id', '=', caseId).select('id');
  return (await standing.executeTakeFirst()) !== undefined;
}

/** Whether a decision of this case bans the person. */
export async function hasBanInForce(db: Kysely<DB>, caseId: string): Promise<boolean> {
  const banned = db.selectFrom('moderation.statement').where('case_id', '=', caseId).where('state', '=', 'in-force');
  return (await banned.where('action', '=', 'ban').select('id').executeTakeFirst()) !== undefined;
}

/** Whether a statement of this case stands that was not reversed. */
export async function hasStandingStatement(db: Kysely<DB>, caseId: string): Promise<boolean> {
  const decided = db.selectFrom('moderation.statement').where('case_id', '=', caseId);
  return (await decided.where('state', '<>', 'reversed').select('id').limit(1).executeTakeFirst()) !== undefined;
}

/** Whether a case ever had a statement, also a reversed one. */
export async function hasStatement(db: Kysely<DB>, caseId: string): Promise<boolean> {
  const decided = db.selectFrom('moderation.statement').where('case_id', '=', caseId);
  return (await decided.select('id').limit(1).executeTakeFirst()) !== undefined;
}

export async function hasOpenAppeal(db: Kysely<DB>, caseId: string): Promise<boolean> {
  const appealed = db.selectFrom('moderation.statement').where('case_id', '=', caseId);
  return (await appealed.where('appeal_state', '=', 'open').select('id').executeTakeFirst()) !== undefined;
}

/** Returns when the last statement of a case was made that may be appealed and was not yet; null: none. */
export async function findLastAppealable(db: Kysely<DB>, caseId: string): Promise<Date | null> {
  const unappealed = db
    .selectFrom('moderation.statement')
    .where('case_id', '=', caseId)
    .where('appeal_state', 'is', null)
    .where('state', '<>', 'reversed');
  const last = await unappealed.select('created_at').orderBy('created_at', 'desc').limit(1).executeTakeFirst();
  return last?.created_at ?? null;
}
