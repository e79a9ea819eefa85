import { createHash, randomBytes } from 'node:crypto';
import { FIXED } from '@yonder/contract';
import { sql, type Kysely } from 'kysely';
import type { DB, Tx } from '../platform/database.ts';
import { isTheirs } from './cases-store.ts';

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
  /** Null: the operator, the clock, or a user that reports or appeals. */
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

const SALT_BYTES = 16;

/**
 * Writes an audit entry; call it last in the transaction. The database seals each entry over the one before, so writers
 * wait for each other. Moderators' remarks are stored apart and deleted with their case. The log seals their digest,
 * which says nothing without its salt.
 */
export async function note(tx: Tx, { by, what, caseId: case_id, about, note: words = '' }: NewEntry): Promise<void> {
  const salt = randomBytes(SALT_BYTES);
  const remark = words !== '' && case_id !== null ? { case_id, words, salt } : null;
  const digest = remark ? createHash('sha256').update(salt).update(words).digest('hex') : '';
  const entry = { by, what, case_id, about, note: digest, created_at: tx.now };
  // The database numbers and seals it.
  const { id: entry_id } = await tx.db
    .insertInto('moderation.audit')
    .values({ ...entry, id: 0, seal: Buffer.alloc(0) })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (remark)
    await tx.db
      .insertInto('moderation.remark')
      .values({ ...remark, entry_id })
      .execute();
}

/** Returns entries, newest first, without those about the reader or in a case that the reader may not see. */
export async function entriesOf(
  db: Kysely<DB>,
  { reader, before, caseId }: { reader: string; before: number | null; caseId: string | null },
): Promise<StoredEntry[]> {
  let entries = db
    .selectFrom('moderation.audit as entry')
    .leftJoin('moderation.case as matter', 'matter.id', 'entry.case_id')
    .leftJoin('moderation.remark as remark', 'remark.entry_id', 'entry.id')
    .where('entry.about', 'is distinct from', reader)
    .where((entry) => entry.or([entry('matter.id', 'is', null), isTheirs(db, reader)]))
    .orderBy('entry.id', 'desc')
    .limit(FIXED.auditPage)
    .select(['entry.id', 'entry.created_at as createdAt', 'entry.by', 'entry.what', 'entry.about'])
    .select(['matter.number as caseNumber', ({ fn, val }) => fn.coalesce('remark.words', val('')).as('note')]);
  if (before !== null) entries = entries.where('entry.id', '<', before);
  if (caseId !== null) entries = entries.where('entry.case_id', '=', caseId);
  return entries.execute();
}

/** Returns how many entries there are, and the first that was changed or has another remark; null: all are whole. */
export async function verifyAudit(db: Kysely<DB>): Promise<{ entries: number; seal: string; broken: number | null }> {
  const { rows } = await sql<{ entries: number; seal: string | null; broken: number | null }>`
    SELECT count(*) AS entries,
      (SELECT min(id) FROM (
        SELECT broken AS id FROM moderation.broken() broken
        UNION ALL
        SELECT entry.id FROM moderation.remark JOIN moderation.audit entry ON entry.id = remark.entry_id
        WHERE entry.note <> encode(sha256(remark.salt || convert_to(remark.words, 'UTF8')), 'hex')
      ) changed) AS broken,
      (SELECT encode(latest.seal, 'hex') FROM moderation.audit latest ORDER BY latest.id DESC LIMIT 1) AS seal
    FROM moderation.audit`.execute(db);
  const { entries = 0, seal = null, broken = null } = rows[0] ?? {};
  return { entries, seal: seal ?? '', broken };
}
