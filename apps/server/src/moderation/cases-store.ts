import { FIXED, type CaseList, type SafetyTarget } from '@yonder/contract';
import { sql, type Kysely, type Selectable, type Updateable } from 'kysely';
import type { DB, Tx } from '../platform/database.ts';
import { uuidv7 } from '../platform/ids.ts';
import { casesReportedBy } from '../safety/index.ts';

export type StoredCase = Selectable<DB['moderation.case']>;
export type ListedCase = StoredCase & { has_appeal: boolean };

/** Returns the person's open case, or a new one, locked until the transaction ends. */
export async function openCase(
  tx: Tx,
  { person, mayOpen }: { person: string; mayOpen: boolean },
): Promise<{ caseId: string; isNew: boolean } | null> {
  const id = uuidv7(tx.now.getTime());
  const row = { id, person, ground: 'other', about: 'user', opened_at: tx.now };
  if (mayOpen) {
    const made = await tx.db
      .insertInto('moderation.case')
      .values(row)
      // A literal: with a parameter a generic plan would not use the partial index.
      .onConflict((known) => known.column('person').where('state', '<>', sql.lit('closed')).doNothing())
      .returning('id')
      .executeTakeFirst();
    if (made) return { caseId: id, isNew: true };
  }
  const known = await tx.db
    .selectFrom('moderation.case')
    .where('person', '=', person)
    .where('state', '<>', 'closed')
    .select('id')
    .forUpdate()
    .executeTakeFirst();
  return known ? { caseId: known.id, isNew: false } : null;
}

/** Inserts a case of the operator's, which is decided as soon as it is opened. */
export async function insertClosedCase(tx: Tx, person: string): Promise<string> {
  const id = uuidv7(tx.now.getTime());
  const times = { opened_at: tx.now, closed_at: tx.now };
  await tx.db
    .insertInto('moderation.case')
    .values({ id, person, state: 'closed', outcome: 'acted', ground: 'other', about: 'user', ...times })
    .execute();
  return id;
}

export async function lockCase(tx: Tx, caseId: string): Promise<StoredCase | undefined> {
  return tx.db.selectFrom('moderation.case').selectAll().where('id', '=', caseId).forUpdate().executeTakeFirst();
}

export async function findCase(db: Kysely<DB>, caseId: string): Promise<ListedCase | undefined> {
  return listed(db).where('matter.id', '=', caseId).executeTakeFirst();
}

export async function updateCase(tx: Tx, caseId: string, change: Updateable<DB['moderation.case']>): Promise<void> {
  await tx.db.updateTable('moderation.case').set(change).where('id', '=', caseId).execute();
}

/** What a case is based on now. */
export interface Growth {
  ground: string;
  priority: number;
  about: SafetyTarget['type'];
  reports: number;
  reporters: number;
}

const hasAppeal = sql<boolean>`EXISTS (
  SELECT FROM moderation.statement WHERE statement.case_id = matter.id AND statement.appeal_state = 'open'
)`;

/** A literal, not a parameter, as the partial indexes have it. */
const isOpen = sql<boolean>`matter.state <> 'closed'`;

function listed(db: Kysely<DB>) {
  return db.selectFrom('moderation.case as matter').selectAll('matter').select(hasAppeal.as('has_appeal'));
}

/** Limits `matter` to what one moderator may see: no case about themself, none they have reported. */
export function isTheirs(db: Kysely<DB>, reader: string) {
  return sql<boolean>`matter.person <> ${reader} AND matter.id NOT IN ${casesReportedBy(db, reader)}`;
}

function listedFor(db: Kysely<DB>, reader: string) {
  return listed(db).where(isTheirs(db, reader));
}

/** Counts the open cases that one moderator may see. */
export async function countOpenFor(db: Kysely<DB>, reader: string): Promise<number> {
  const theirs = db.selectFrom('moderation.case as matter').where(isTheirs(db, reader));
  const { open } = await theirs
    .where(isOpen)
    .select((matter) => matter.fn.countAll<number>().as('open'))
    .executeTakeFirstOrThrow();
  return open;
}

export async function mayLookAt(db: Kysely<DB>, reader: string, caseId: string): Promise<boolean> {
  const theirs = listedFor(db, reader).where('matter.id', '=', caseId);
  return (await theirs.executeTakeFirst()) !== undefined;
}

/** Returns a page of a list: the gravest and oldest first; of closed cases the latest. */
export async function pageOf(
  db: Kysely<DB>,
  { reader, list, after }: { reader: string; list: CaseList; after: StoredCase | undefined },
): Promise<ListedCase[]> {
  let page = listedFor(db, reader).limit(FIXED.casesPage);
  if (list === 'mine') page = page.where(isOpen).where('matter.assignee', '=', reader);
  else if (list === 'appeals') page = page.where(hasAppeal);
  else page = page.where('matter.state', '=', list === 'approvals' ? 'approval' : list);
  if (list === 'closed') {
    if (after?.closed_at) {
      page = page.where(sql<boolean>`(matter.closed_at, matter.number) < (${after.closed_at}, ${after.number})`);
    }
    return page.orderBy('matter.closed_at', 'desc').orderBy('matter.number', 'desc').execute();
  }
  if (after) page = page.where(sql<boolean>`(-matter.priority, matter.number) > (${-after.priority}, ${after.number})`);
  return page.orderBy('matter.priority', 'desc').orderBy('matter.number').execute();
}

/** Returns how many cases are open, and since when the oldest is. */
export async function countOpen(db: Kysely<DB>): Promise<{ open: number; oldest: Date | null }> {
  return db
    .selectFrom('moderation.case as matter')
    .where(isOpen)
    .select((matter) => [matter.fn.countAll<number>().as('open'), matter.fn.min('opened_at').as('oldest')])
    .executeTakeFirstOrThrow();
}

/** Counts the earlier cases about the same person. */
export async function countCasesBefore(
  db: Kysely<DB>,
  { person, number }: Pick<StoredCase, 'person' | 'number'>,
): Promise<number> {
  const { cases } = await db
    .selectFrom('moderation.case')
    .where('person', '=', person)
    .where('number', '<', number)
    .select((matter) => matter.fn.countAll<number>().as('cases'))
    .executeTakeFirstOrThrow();
  return cases;
}
