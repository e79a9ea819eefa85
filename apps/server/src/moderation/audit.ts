import { FIXED } from '@yonder/contract';
import { sql, type Kysely } from 'kysely';
import type { DB, Tx } from '../platform/database.ts';

export type Step =
  | 'opened'
  | 'reported'
  | 'taken'
  | 'released'
  | 'dismissed'
  | 'removed'
  | 'warned'
  | 'suspended'
  | 'ban-proposed'
  | 'ban-approved'
  | 'ban-refused'
  | 'ban-lapsed'
  | 'banned'
  | 'appealed'
  | 'appeal-upheld'
  | 'appeal-reversed'
  | 'lifted'
  | 'role-given'
  | 'role-taken'
  | 'age-reversed'
  | 'evidence-let-go';

export interface NewEntry {
  /** Null: the operator, the clock, or somebody who reports or appeals. */
  by: string | null;
  what: Step;
  caseId: string | null;
  about: string | null;
  note?: string;
}

export interface StoredEntry {
  id: number;
  createdAt: Date;
  by: string | null;
  what: string;
  caseNumber: number | null;
  about: string | null;
  note: string;
}

/**
 * In the transaction of what was done, and last in it: the database seals each entry over the one before, so whoever
 * writes one waits for whoever wrote the latest.
 */
export async function note(tx: Tx, { by, what, caseId, about, note: words = '' }: NewEntry): Promise<void> {
  const entry = { by, what, case_id: caseId, about, note: words, created_at: tx.now };
  // The database numbers and seals it.
  await tx.db
    .insertInto('moderation.audit')
    .values({ ...entry, id: 0, seal: Buffer.alloc(0) })
    .execute();
}

/** Newest first; what is about the reader is not theirs to read. */
export async function entriesOf(
  db: Kysely<DB>,
  { reader, before, caseId }: { reader: string; before: number | null; caseId: string | null },
): Promise<StoredEntry[]> {
  let entries = db
    .selectFrom('moderation.audit as entry')
    .leftJoin('moderation.case as matter', 'matter.id', 'entry.case_id')
    .where('entry.about', 'is distinct from', reader)
    .orderBy('entry.id', 'desc')
    .limit(FIXED.auditPage)
    .select(['entry.id', 'entry.created_at as createdAt', 'entry.by', 'entry.what', 'entry.about', 'entry.note'])
    .select('matter.number as caseNumber');
  if (before !== null) entries = entries.where('entry.id', '<', before);
  if (caseId !== null) entries = entries.where('entry.case_id', '=', caseId);
  return entries.execute();
}

/** How many entries there are, and the first that is not as it was written; null: all are whole. */
export async function verifyAudit(db: Kysely<DB>): Promise<{ entries: number; seal: string; broken: number | null }> {
  const { rows } = await sql<{ entries: number; seal: string | null; broken: number | null }>`
    SELECT count(*) AS entries, (SELECT min(broken) FROM moderation.broken() broken) AS broken,
      (SELECT encode(latest.seal, 'hex') FROM moderation.audit latest ORDER BY latest.id DESC LIMIT 1) AS seal
    FROM moderation.audit`.execute(db);
  const { entries = 0, seal = null, broken = null } = rows[0] ?? {};
  return { entries, seal: seal ?? '', broken };
}
