import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { holdOpen, waitingForLocks } from '../testing/held-open.ts';
import { World } from '../testing/world.ts';

const world = await World.start();
const { database } = world;

async function kindOf({ userId }: { userId: string }): Promise<string | null> {
  const rows = database.read.selectFrom('engagement.engagement').where('user_id', '=', userId);
  return (await rows.select('kind').executeTakeFirst())?.kind ?? null;
}

/** Takes several times as long as a call that waits for nothing. */
async function aWhile(): Promise<void> {
  for (let i = 0; i < 300; i++) await kindOf({ userId: randomUUID() });
}

test.each([
  ['joinCallQueue', 'leaveCallQueue'],
  ['joinTextQueueV2v2', 'leaveTextQueueV2v2'],
] as const)(
  '%s waits at the door for its limit, and the %s after it comes after it all the same',
  async (join, leave) => {
    const ann = await world.join('Ann');
    const tab = ann.tab();
    tab.live.start();
    await expect.poll(() => tab.live.status.get()).toBe('online');
    await tab.call(join);
    await database.read.deleteFrom('engagement.engagement').execute();
    // The second call of a minute takes tokens, which waits for the database.
    const endDraw = await holdOpen(database, async (tx) => {
      await sql`LOCK TABLE platform.rate_bucket IN EXCLUSIVE MODE`.execute(tx.db);
    });
    const joining = tab.call(join);
    await expect.poll(() => waitingForLocks(database.read)).toBeGreaterThan(0);
    const leaving = tab.call(leave);
    await aWhile();
    await endDraw();
    await joining;
    expect(await leaving).toMatchObject({ left: true });
    expect(await kindOf(ann)).toBeNull();
  },
);

test.each([
  ['joinCallQueue', 'leaveCallQueue'],
  ['joinTextQueueV2v2', 'leaveTextQueueV2v2'],
] as const)('who asks for %s again after a %s of what was not there yet has a place', async (join, leave) => {
  const ann = await world.join('Ann');
  const tab = ann.tab();
  tab.live.start();
  await expect.poll(() => tab.live.status.get()).toBe('online');
  await tab.call(join);
  await database.read.deleteFrom('engagement.engagement').execute();
  const endDraw = await holdOpen(database, async (tx) => {
    await sql`LOCK TABLE platform.rate_bucket IN EXCLUSIVE MODE`.execute(tx.db);
  });
  const asked = [tab.call(join), tab.call(leave), tab.call(join)];
  await expect.poll(() => waitingForLocks(database.read)).toBeGreaterThan(0);
  await aWhile();
  await endDraw();
  const [, left] = await Promise.all(asked);
  expect(left).toMatchObject({ left: true });
  expect(await kindOf(ann)).toMatch(/-queue$/);
});

test.each(['joinCallQueue', 'joinTextQueueV2v2'] as const)(
  'who signs out while their %s is under way has no place in the queue after it',
  async (join) => {
    const ann = await world.join('Ann');
    const endLook = await holdOpen(database, async (tx) => {
      await sql`LOCK TABLE engagement.kept_place IN ACCESS EXCLUSIVE MODE`.execute(tx.db);
    });
    const joining = ann.tab().call(join);
    await expect.poll(() => waitingForLocks(database.read)).toBeGreaterThan(0);
    await ann.signOut();
    await expect(ann.token()).rejects.toThrow();
    await endLook();
    await joining.catch(() => {});
    await expect.poll(() => kindOf(ann)).toBeNull();
  },
);
