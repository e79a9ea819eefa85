import { sql, type Kysely } from 'kysely';
import { idsOf, listOf, type DB, type Tx } from '../platform/database.ts';

/** What became of a report. */
export type Verdict = 'dismissed' | 'upheld';

/** Below this weight a report opens no case, unless it is urgent: another reporter has to agree. */
export const LEAST_WEIGHT = 10;
export const WHOLE_WEIGHT = 100;
const FALL = 20;
const RISE = 5;

/** Returns the new weight: it falls fast with dismissals, and recovers slowly. */
export function weightAfter(weight: number, verdict: Verdict): number {
  return verdict === 'dismissed' ? Math.max(0, weight - FALL) : Math.min(WHOLE_WEIGHT, weight + RISE);
}

export interface Reporter {
  userId: string;
  weight: number;
  /** Dismissed cases with a report of theirs. */
  dismissed: number;
}

/** Reporters that were never judged have the whole weight. */
export async function findReporters(db: Kysely<DB>, userIds: readonly string[]): Promise<Map<string, Reporter>> {
  const nobody = (userId: string): Reporter => ({ userId, weight: WHOLE_WEIGHT, dismissed: 0 });
  const known = new Map<string, Reporter>(userIds.map((userId) => [userId, nobody(userId)]));
  if (userIds.length === 0) return known;
  const rows = await db
    .selectFrom('safety.reporter')
    .where('user_id', 'in', userIds)
    .select(['user_id as userId', 'weight', 'dismissed'])
    .execute();
  for (const row of rows) known.set(row.userId, row);
  return known;
}

export async function weightOf(db: Kysely<DB>, userId: string): Promise<number> {
  return (await findReporters(db, [userId])).get(userId)?.weight ?? WHOLE_WEIGHT;
}

/** Adjusts the weight of each reporter in a decided case, in the order of their ids. Erased reporters have none. */
export async function judgeReporters(tx: Tx, caseId: string, verdict: Verdict): Promise<void> {
  const { rows } = await sql<{ userId: string; weight: number }>`
    SELECT voice.reporter AS "userId", coalesce(known.weight, ${WHOLE_WEIGHT}) AS weight
    FROM (SELECT DISTINCT reporter FROM safety.report WHERE case_id = ${caseId}) voice
    JOIN identity.member ON member.user_id = voice.reporter
    LEFT JOIN safety.reporter known ON known.user_id = voice.reporter
    ORDER BY voice.reporter`.execute(tx.db);
  const weights = rows.map(({ weight }) => weightAfter(weight, verdict));
  const judged = sql.ref(verdict);
  await sql`
    INSERT INTO safety.reporter AS known (user_id, weight, ${judged})
    SELECT voice.user_id, voice.weight, 1
    FROM unnest(${idsOf(rows.map(({ userId }) => userId))}::uuid[], ${listOf(weights)}::int[]) AS voice (user_id, weight)
    ON CONFLICT (user_id) DO UPDATE SET weight = excluded.weight, ${judged} = known.${judged} + 1`.execute(tx.db);
}
