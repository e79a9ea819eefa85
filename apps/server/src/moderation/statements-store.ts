import { FIXED, type Statement } from '@yonder/contract';
import type { Kysely, Selectable, Updateable } from 'kysely';
import type { DB, Tx } from '../platform/database.ts';
import { uuidv7 } from '../platform/ids.ts';
import type { Ground } from '../safety/index.ts';

export type StoredStatement = Selectable<DB['moderation.statement']>;

export interface NewStatement {
  caseId: string;
  person: string;
  action: Statement['action'];
  state: 'proposed' | 'in-force';
  ground: Ground;
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

export async function findStatement(db: Kysely<DB>, id: string): Promise<StoredStatement | undefined> {
  return db.selectFrom('moderation.statement').selectAll().where('id', '=', id).executeTakeFirst();
}

/** The same, of one person, and nobody else changes it before the transaction ends. */
export async function lockOwn(
  tx: Tx,
  { id, person }: { id: string; person: string },
): Promise<StoredStatement | undefined> {
  const own = tx.db.selectFrom('moderation.statement').selectAll().where('id', '=', id).where('person', '=', person);
  return own.forUpdate().executeTakeFirst();
}

/** The ban that waits in a case. */
export async function findProposed(db: Kysely<DB>, caseId: string): Promise<StoredStatement | undefined> {
  const proposed = db.selectFrom('moderation.statement').selectAll().where('case_id', '=', caseId);
  return proposed.where('state', '=', 'proposed').executeTakeFirst();
}

/** Newest first. */
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

/** Of those that keep them out at this moment. */
export async function findSuspensions(db: Kysely<DB>, person: string, now: Date): Promise<StoredStatement[]> {
  return db
    .selectFrom('moderation.statement')
    .selectAll()
    .where('person', '=', person)
    .where('state', 'in', ['in-force', 'proposed'])
    .where('action', 'in', ['suspend', 'ban'])
    .where((statement) => statement.or([statement('until', 'is', null), statement('until', '>', now)]))
    .execute();
}

export async function hasOpenAppeal(db: Kysely<DB>, caseId: string): Promise<boolean> {
  const appealed = db.selectFrom('moderation.statement').where('case_id', '=', caseId);
  return (await appealed.where('appeal_state', '=', 'open').select('id').executeTakeFirst()) !== undefined;
}
