import { afterEach, expect, test } from 'vitest';
import { createChance } from '../testing/mutations.ts';
import { seedOf, sizeOf } from '../testing/size.ts';
import { World } from '../testing/world.ts';
import { checkStorm, enterAll, makeCrowd, storm, type Guest } from './testing/crowd.ts';

const JOINS = sizeOf({ small: 300, full: 10_000 });
/** As many as wait and may not meet one another; half as many come for them. */
const APART = sizeOf({ small: 24, full: 200 });
const SEED = seedOf();
const KINDS = ['en TW', 'en DE', 'de DE', 'ja JP', 'ja TW'].map((kind) => {
  const [language = '', region = ''] = kind.split(' ');
  return { language, region };
});

// Nobody acknowledges: what follows of that is not this file's.
const world = await World.start({ settings: { MATCH_ACK_SECONDS: '86400' } });
const { database, clock } = world;
let guests: Guest[] = [];

async function crowd(count: number): Promise<Guest[]> {
  const people = await makeCrowd({ database, clock, count, kinds: KINDS });
  const entered = await enterAll(people, () => world.url);
  guests.push(...entered);
  return entered;
}

afterEach(async () => {
  for (const { close } of guests) close();
  guests = [];
  await database.read.deleteFrom('engagement.engagement').execute();
  await database.read.deleteFrom('voice.session').execute();
  // The matcher reads the rows again every second.
  await world.advance(1_000);
});

test(
  `${JOINS} join over live sockets at once, some leave, some block: everybody is in one place and knows it (seed ${SEED})`,
  { timeout: 600_000 },
  async () => {
    const everybody = await crowd(JOINS);
    const happened = await storm(everybody, { random: createChance(SEED).below, leave: 'anytime' });
    await world.advance(2_000);
    const calls = await checkStorm(database, everybody, happened);
    expect(everybody.map(({ told }) => told.at(-1))).toEqual(calls);
    const waiting = database.read.selectFrom('engagement.engagement').where('kind', '=', 'voice-queue');
    expect((await waiting.select('user_id').execute()).length).toBeLessThanOrEqual(2);
  },
);

test(
  `${APART} wait who may not meet: ${APART / 2} who come at once take those who came first (seed ${SEED})`,
  { timeout: 600_000 },
  async () => {
    const waiters = await crowd(APART);
    await keepApart(waiters.map(({ userId }) => userId));
    for (const [i, waiter] of waiters.entries()) expect(await waiter.join()).toMatchObject({ position: i + 1 });
    await world.advance(2_000);
    const newcomers = await crowd(APART / 2);
    await Promise.all(newcomers.map((newcomer) => newcomer.join()));
    await world.advance(1_000);
    const isMatched = ({ told }: Guest): boolean => told.length > 0;
    expect(newcomers.filter((one) => !isMatched(one))).toEqual([]);
    expect(waiters.map(isMatched)).toEqual(waiters.map((_, i) => i < APART / 2));
  },
);

/** As if each had met every other one lately. */
async function keepApart(userIds: readonly string[]): Promise<void> {
  const sorted = userIds.toSorted();
  for (const [i, low] of sorted.entries()) {
    const pairs = sorted.slice(i + 1).map((high) => ({ low, high, until: new Date(clock.now() + 86_400_000) }));
    if (pairs.length > 0) await database.read.insertInto('engagement.recent_partner').values(pairs).execute();
  }
}
