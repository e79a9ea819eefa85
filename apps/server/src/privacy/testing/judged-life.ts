import { sql } from 'kysely';
import { uuidv7 } from '../../platform/ids.ts';
import type { World } from '../../testing/world.ts';

/** Makes what outlives a user: a report of them, the case, the decision, the log, and the hash of their sign-in. */
export async function beJudged(
  { database, clock }: Pick<World, 'database' | 'clock'>,
  { me, other }: { me: string; other: string },
): Promise<void> {
  const now = new Date(clock.now());
  const id = (): string => uuidv7(clock.now());
  const cases = [id(), id()] as const;
  const [caseId, otherCase] = cases;
  await database.transaction(async ({ db }) => {
    const times = { opened_at: now, closed_at: now };
    const matter = { id: caseId, person: me, state: 'closed', ground: 'other', about: 'user', ...times };
    await db
      .insertInto('moderation.case')
      .values({ ...matter, assignee: other })
      .execute();
    await db
      .insertInto('moderation.case')
      .values({ ...matter, id: otherCase, person: other, assignee: me })
      .execute();
    const statement = { action: 'warn', state: 'in-force', ground: 'other', text: '', note: '', created_at: now };
    const appeal = { appeal_text: '', appealed_at: now, appeal_state: 'upheld', appeal_answer: '', answered_at: now };
    const about = { ...statement, ...appeal, case_id: caseId, removed: [] };
    await db
      .insertInto('moderation.statement')
      .values([
        { ...about, id: id(), person: me, decided_by: other, approved_by: [other], answered_by: other },
        { ...about, case_id: otherCase, id: id(), person: other, decided_by: me, approved_by: [me], answered_by: me },
      ])
      .execute();
    await sql`
      INSERT INTO moderation.audit (created_at, by, what, case_id, about)
      VALUES (${now}, ${me}, 'warned', ${caseId}, ${me})`.execute(db);
    await sql`
      INSERT INTO moderation.remark (entry_id, case_id, words, salt)
      SELECT max(id), ${caseId}, ${`about ${me}`}, '\\x00' FROM moderation.audit`.execute(db);
    const report = { reason: 'spam', evidence: JSON.stringify({ person: me }), case_id: caseId, created_at: now };
    await db
      .insertInto('safety.report')
      .values([
        { ...report, id: id(), reporter: me, reported: other, target_type: 'user', target_id: other },
        { ...report, id: id(), reporter: other, reported: me, target_type: 'user', target_id: me },
      ])
      .execute();
    const out = { identity_hash: Buffer.from(me), person: me, until: 'infinity' } as const;
    await db.insertInto('identity.kept_out').values(out).execute();
  });
  const due = new Date(clock.now() + 730 * 86_400_000);
  for (const key of cases) {
    await database.transaction((tx) => tx.deadline({ kind: 'moderation.forget', key, due }));
  }
}
