import { expect, test } from 'vitest';
import { uuidv7 } from '../platform/ids.ts';
import { freshDatabase } from '../testing/database.ts';
import { forgetOver } from './forgetting.ts';
import { createMatchStore } from './store.ts';

const DAY_MS = 86_400_000;
const world = await freshDatabase();
const { database, clock } = world;

interface Times {
  madeDaysAgo: number;
  endedMsAgo?: number;
}

async function match(state: 'active' | 'mutual-like' | 'ended', { madeDaysAgo, endedMsAgo }: Times): Promise<string> {
  const created = clock.now() - madeDaysAgo * DAY_MS;
  const id = uuidv7(created);
  const row = {
    id,
    a: uuidv7(created),
    b: uuidv7(created),
    a_alias: 'a',
    b_alias: 'b',
    interests_in_common: '[]',
    state,
  };
  await database.read
    .insertInto('text_match.session')
    .values({
      ...row,
      created_at: new Date(created),
      a_liked: state === 'mutual-like',
      b_liked: state === 'mutual-like',
      ended_at: endedMsAgo === undefined ? null : new Date(clock.now() - endedMsAgo),
    })
    .execute();
  return id;
}

test('a match is forgotten 30 days after it is over, and one that binds its two never', async () => {
  const kept = [
    await match('active', { madeDaysAgo: 40 }),
    await match('ended', { madeDaysAgo: 40, endedMsAgo: 30 * DAY_MS - 3_600_000 }),
    await match('mutual-like', { madeDaysAgo: 29 }),
  ];
  await match('ended', { madeDaysAgo: 40, endedMsAgo: 30 * DAY_MS });
  await match('mutual-like', { madeDaysAgo: 31 });
  const stop = forgetOver({ ...world, store: createMatchStore() });
  await clock.advance(3_600_000);
  stop();
  const left = () => database.read.selectFrom('text_match.session').select('id').orderBy('id').execute();
  await expect.poll(async () => (await left()).map(({ id }) => id)).toEqual(kept.toSorted());
});
