import { sql, type Kysely } from 'kysely';
import type { DB, Tx } from '../platform/database.ts';
import { person } from '../profiles/index.ts';
import { areHidden } from '../safety/index.ts';
import type { PastCallsOptions } from './past-calls.ts';
import {
  byPages,
  ERASED_AT_ONCE,
  lastOf,
  type Area,
  type Erased,
  type PersonalData,
} from '../platform/personal-data.ts';

/** Returns the partner's name where the app shows it too, else null. */
type NameOf = (db: Kysely<DB>, of: { userId: string; other: string }) => Promise<string | null>;

function callsOf(nameOf: NameOf): Area {
  return {
    name: 'calls',
    about:
      'Calls you have had, the latest first: of both kinds, how each went and for how many seconds. "with" is the name of whoever you got to know; null is a stranger, or whoever has closed your chat. What was said was never recorded.',
    async *rows(db, userId) {
      const pages = byPages(async (last: { id: string } | null, limit) => {
        const theirs = db.selectFrom('voice.past_call').where('user_id', '=', userId);
        return (last ? theirs.where('id', '<', last.id) : theirs)
          .orderBy('id', 'desc')
          .limit(limit)
          .select(['id', 'kind', 'direction', 'outcome', 'at', 'seconds', 'other_id', 'revealed'])
          .execute();
      });
      for await (const { other_id: other, revealed, ...call } of pages) {
        yield { ...call, with: revealed ? await nameOf(db, { userId, other }) : null };
      }
    },
  };
}

const topics: Area = {
  name: 'call-topics',
  about: 'What you wrote as your topic of calls with strangers, and what you chose at their end.',
  async *rows(db, userId) {
    yield* byPages(async (last: { id: string } | null, limit) => {
      const { rows } = await sql<{ id: string; topic: string | null; decision: string | null; createdAt: Date }>`
        SELECT id, CASE WHEN a = ${userId} THEN a_topic ELSE b_topic END AS topic,
          CASE WHEN a = ${userId} THEN a_decision ELSE b_decision END AS decision, created_at AS "createdAt"
        FROM voice.session
        WHERE (a = ${userId} OR b = ${userId}) AND kind = 'anonymous'
          AND (${last?.id ?? null}::uuid IS NULL OR id < ${last?.id ?? null})
        ORDER BY id DESC LIMIT ${limit}`.execute(db);
      return rows;
    });
  },
};

export function voiceData({ goneFrom }: Pick<PastCallsOptions, 'goneFrom'>): PersonalData {
  const nameOf: NameOf = async (db, { userId, other }) => {
    const isAway = (await areHidden(db, userId, other)) || (await goneFrom(db, { userId, others: [other] })).has(other);
    return isAway ? null : ((await person(db, [other])).get(other)?.name ?? null);
  };
  return { areas: [callsOf(nameOf), topics], erase };
}

/** Turns the user into an unknown stranger in other users' call lists. */
async function erase(tx: Tx, userId: string): Promise<Erased> {
  const { numDeletedRows } = await tx.db
    .deleteFrom('voice.session')
    .where('id', 'in', (theirs) =>
      theirs
        .selectFrom('voice.session')
        .where((row) => row.or([row('a', '=', userId), row('b', '=', userId)]))
        .orderBy('id')
        .limit(ERASED_AT_ONCE)
        .select('id'),
    )
    .executeTakeFirstOrThrow();
  if (lastOf(numDeletedRows, ERASED_AT_ONCE) === 'more') return 'more';
  await tx.db.deleteFrom('voice.past_call').where('user_id', '=', userId).execute();
  await tx.db
    .updateTable('voice.past_call')
    .set({ other_id: sql`gen_random_uuid()`, revealed: false })
    .where('other_id', '=', userId)
    .execute();
  return 'done';
}
