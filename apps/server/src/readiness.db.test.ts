import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createDatabase } from './platform/database.ts';
import { createLog } from './platform/log.ts';
import { World } from './testing/world.ts';

const world = await World.start({ clock: 'real' });
const still = await World.start();
const log = createLog({ level: 'silent' });
/** More than the pool's connections, and fewer calls than are shed. */
const CALLS = 30;
const HELD_SECONDS = 2;

test('while calls wait for the database a node is ready within 1 s, keeps its lease and shows that it lives', async () => {
  const { clock } = world;
  const observer = createDatabase({ url: world.databaseUrl, clock, log });
  const lease = () =>
    observer.read
      .selectFrom('platform.lease')
      .select(['epoch', 'expires_at'])
      .where('name', '=', 'voice')
      .executeTakeFirstOrThrow();
  const seenAt = async (): Promise<number> => {
    const { at } = await observer.read
      .selectFrom('platform.node')
      .select((node) => node.fn.max('seen_at').as('at'))
      .executeTakeFirstOrThrow();
    return at?.getTime() ?? 0;
  };
  await expect.poll(async () => (await fetch(`${world.url}/readyz`)).status).toBe(200);
  const { epoch } = await lease();

  let state: 'held' | 'free' = 'held';
  const holding = Array.from({ length: CALLS }, () =>
    sql`SELECT pg_sleep(${HELD_SECONDS})`.execute(world.database.read),
  );
  const over = Promise.all(holding).then(() => (state = 'free'));
  // The node's own queries wait in the same queue.
  await expect.poll(() => world.database.waiting()).toBeGreaterThanOrEqual(CALLS - 10);
  for (let looks = 0; state === 'held'; looks++) {
    const began = performance.now();
    const answers = await Promise.all([1, 2, 3].map(() => fetch(`${world.url}/readyz`)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(performance.now() - began, `look ${looks}`).toBeLessThan(1_000);
    const held = await lease();
    expect(held.epoch).toBe(epoch);
    expect(held.expires_at.getTime(), 'the lease').toBeGreaterThan(clock.now());
    expect(clock.now() - (await seenAt()), 'the sign of life').toBeLessThan(3_000);
    await Promise.race([over, new Promise((resolve) => clock.timer(250, () => resolve(undefined)))]);
  }
  await observer.close();
}, 60_000);

test('a node whose server takes no writes is not ready until it has left that server', async () => {
  const readiness = () => fetch(`${still.url}/readyz`);
  const forbid = () => sql`SET default_transaction_read_only = on`.execute(still.database.vital);
  await Promise.all([1, 2, 3, 4].map(forbid));
  const answer = await readiness();
  expect([answer.status, await answer.json()]).toMatchObject([503, { checks: { database: false } }]);
  const later = async (): Promise<number> => {
    await still.advance(1_000);
    return (await readiness()).status;
  };
  await expect.poll(later, { timeout: 10_000 }).toBe(200);
});
