import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createNodes, makePeople, nobodies } from '../matchmaking/testing.ts';
import { freshDatabase } from '../testing/database.ts';
import { createDatabase } from './database.ts';
import { createDeadlines } from './deadlines.ts';
import { openClock } from './postgres/clock.ts';

/* The time of this database jumps, as after a failover. Two nodes follow it; the test controls their timers. */
const world = await freshDatabase();
const { url, log } = world;
const [one, other] = [await openClock(url, log), await openClock(url, log)];
const clock = { ...world.clock, now: () => one.clock.now() };
const database = createDatabase({ url, clock, log });
const nodes = createNodes({ database, clock, log, url });
let aheadMs = 0;
afterAll(async () => {
  await nodes.stop();
  await Promise.all([database.close(), one.stop(), other.stop()]);
});

/** The next measurement of each node finds the jump. */
async function jump(ms: number): Promise<void> {
  await one.clock.measure();
  await other.clock.measure();
  aheadMs += ms;
  await sql`
    CREATE OR REPLACE FUNCTION platform.server_time() RETURNS float8 LANGUAGE sql VOLATILE
      RETURN extract(epoch FROM clock_timestamp())::float8 * 1000 + ${sql.lit(aheadMs)}
  `.execute(database.read);
  await one.clock.measure();
  await other.clock.measure();
}

const JUMPS = [60_000, -60_000, -60_000, 60_000];

beforeAll(async () => {
  await database.read.updateTable('platform.lease').set({ epoch: 0 }).execute();
});

test.each(JUMPS)('nobody leaves the queue for a jump of %i ms, and two nodes go on by one time', async (ms) => {
  const [holder] = await nodes.holderAndFollower();
  const [ann = ''] = await makePeople(database, nobodies(1));
  await holder.join(ann);
  const before = clock.now();
  await jump(ms);
  expect(Math.abs(clock.now() - before), 'the time goes on').toBeLessThan(10_000);
  expect(Math.abs(other.clock.now() - clock.now()), 'and is one').toBeLessThan(1_000);
  // The holder reads the queue again, and drops the users it has not heard of for 10 s.
  await clock.advance(1_000);
  await holder.queue.idle();
  expect(await holder.engagements.find(database.read, ann)).toMatchObject({ kind: 'voice-queue' });
  await nodes.stop();
  await database.read.deleteFrom('engagement.engagement').execute();
});

test.each(JUMPS)('no deadline comes early for a jump of %i ms, and none stops', async (ms) => {
  const applied: string[] = [];
  const deadlines = createDeadlines({ database, clock, log });
  deadlines.on('voice.test', async (_tx, { key }) => void applied.push(key));
  const at = clock.now();
  await jump(ms);
  await database.transaction(async (tx) => {
    await tx.deadline({ kind: 'voice.test', key: 'later', due: new Date(at + 50_000) });
    await tx.deadline({ kind: 'voice.test', key: 'now', due: new Date(at + 1) });
  });
  await expect.poll(() => clock.now()).toBeGreaterThan(at + 1);
  await deadlines.runDue();
  expect(applied).toEqual(['now']);
  await sql`TRUNCATE platform.deadline`.execute(database.read);
});

test('a node that begins after a jump goes by the same time, and a correction of 60 s wanes', async () => {
  await jump(60_000);
  const later = await openClock(url, log);
  expect(Math.abs(later.clock.now() - clock.now())).toBeLessThan(1_000);
  await sql`UPDATE platform.clock_correction SET since_ms = since_ms - 13 * 3600 * 1000`.execute(database.read);
  const fresh = await openClock(url, log);
  const { rows } = await sql<{ ms: number }>`SELECT platform.server_time() AS ms`.execute(database.read);
  expect(Math.abs(fresh.clock.now() - rows[0]!.ms)).toBeLessThan(1_000);
  await Promise.all([later.stop(), fresh.stop()]);
});
