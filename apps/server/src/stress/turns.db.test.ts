import { expect, test } from 'vitest';
import { sizeOf } from '../testing/size.ts';
import { World } from '../testing/world.ts';
import { enterAll, KINDS, makeCrowd, type Guest } from './testing/crowd.ts';
import { MODES, type Mode } from './testing/modes.ts';

/** As many as wait and may not meet one another; half as many come for them. */
const APART = sizeOf({ small: 24, full: 60 });

// Nobody acknowledges: what follows of that is not this file's.
const world = await World.start({ settings: { MATCH_ACK_SECONDS: '86400' } });
const { database, clock } = world;
async function crowd(mode: Mode, count: number): Promise<Guest[]> {
  const people = await makeCrowd({ database, clock, count, kinds: KINDS });
  return enterAll(people, () => world.url, mode);
}

test.each(MODES)(
  `${APART} wait for %s who may not meet: ${APART / 2} who come at once take those who came first`,
  { timeout: 600_000 },
  async (mode) => {
    const waiters = await crowd(mode, APART);
    await keepApart(waiters.map(({ userId }) => userId));
    for (const [i, waiter] of waiters.entries()) expect(await waiter.join()).toMatchObject({ position: i + 1 });
    await world.advance(2_000);
    const newcomers = await crowd(mode, APART / 2);
    await Promise.all(newcomers.map((newcomer) => newcomer.join()));
    await world.advance(1_000);
    const isMatched = ({ told }: Guest): boolean => told.length > 0;
    expect(newcomers.filter((one) => !isMatched(one))).toEqual([]);
    for (const { close } of [...waiters, ...newcomers]) close();
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
