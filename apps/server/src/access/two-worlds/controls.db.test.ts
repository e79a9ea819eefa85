import { sql } from 'kysely';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { seedOf } from '../../testing/size.ts';
import { play } from './testing/player.ts';
import { script } from './testing/scripts.ts';
import { SECRETS } from './testing/secrets.ts';
import { SMALL_RUNS } from './testing/sizes.ts';
import type { Override } from './testing/stage.ts';
import { startTwins } from './testing/twins.ts';

const seed = seedOf({ small: 3 });
/** Of each control at most 3 secrets are tried, with 6 accounts a script. */
const twins = await startTwins({ accounts: 3 * 3 * SMALL_RUNS * 6 });

const home = z.looseObject({ waitingToTalk: z.int() });
const asked = z.object({ uid: z.string() });
const nearby = z.looseObject({ users: z.array(z.looseObject({ userId: z.string() })) });
const DAY_MS = 24 * 3_600_000;

/** Home's count leaves out whom the reader has blocked. */
const countByBlocks: Override = async ({ name, userId, answer }, { database }) => {
  const { data } = home.safeParse(answer.body);
  if (name !== 'getHome' || !data) return answer;
  const { rows } = await sql<{ apart: number }>`
    SELECT count(*)::int AS apart FROM engagement.engagement waiting
    JOIN safety.block ON block.who = ${userId} AND block.whom = waiting.user_id
    WHERE waiting.kind = 'voice-queue'`.execute(database.read);
  return { ...answer, body: { ...data, waitingToTalk: data.waitingToTalk - (rows[0]?.apart ?? 0) } };
};

/** A block by alias hides by name, a day later. */
const blockUnmasks: Override = async ({ name, data, userId, answer }, { database, clock }) => {
  const { data: input } = asked.safeParse(data);
  if (name !== 'getProfile' || !input) return answer;
  const until = new Date(clock.now() - DAY_MS);
  const { rows } = await sql`
    SELECT FROM safety.block
    WHERE who = ${userId} AND whom = ${input.uid} AND alias IS NOT NULL AND created_at < ${until}`.execute(
    database.read,
  );
  return rows.length > 0 ? { status: 404, body: null } : answer;
};

/** The list of people nearby says who is here. */
const presenceOfStrangers: Override = async ({ name, answer }, { database }) => {
  const { data } = nearby.safeParse(answer.body);
  if (name !== 'findNearbyUsers' || !data) return answer;
  const here = await database.read.selectFrom('platform.presence').select('user_id').execute();
  const ids = new Set(here.map(({ user_id }) => user_id));
  return { ...answer, body: { ...data, users: data.users.map((user) => ({ ...user, here: ids.has(user.userId) })) } };
};

const CONTROLS: readonly [fault: string, override: Override, secrets: readonly string[]][] = [
  ['a count on Home that leaves out whom one has blocked', countByBlocks, ['waits to talk']],
  [
    'a block by alias that hides by name a day later',
    blockUnmasks,
    ['stranger of my call', 'stranger of my text match', 'commented on my post'],
  ],
  ['presence of strangers nearby', presenceOfStrangers, ['nearby is here']],
];

test.each(CONTROLS)(
  `%s, put back is found in ${SMALL_RUNS} scripts a secret (seed ${seed})`,
  { timeout: 600_000 },
  async (_fault, override, names) => {
    const secrets = SECRETS.filter((secret) => names.some((name) => secret.name.includes(name)));
    let isFound = false;
    for (const secret of secrets) {
      const property = fc.asyncProperty(script, (actions) =>
        play({ twins, secret, script: actions, coverage: new Map(), override }),
      );
      isFound ||= (await fc.check(property, { seed, numRuns: SMALL_RUNS, endOnFailure: true })).failed;
    }
    expect(isFound).toBe(true);
  },
);
