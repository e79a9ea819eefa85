import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, afterEach, expect, test } from 'vitest';
import { uuidv7 } from '../platform/ids.ts';
import { openDatabase } from '../platform/postgres/open.ts';
import { freshDatabase } from '../testing/database.ts';
import { createChance } from '../testing/mutations.ts';
import { MIGRATIONS } from '../testing/postgres.ts';
import { seedOf, sizeOf } from '../testing/size.ts';
import { checkSettled, checkStorm, enterAll, makeCrowd, storm, type Guest, type Storm } from './testing/crowd.ts';
import { startServer } from './testing/server-process.ts';

/*
 * Two servers, each a process of its own, on one database: half of the people are connected to either. They have no bus
 * between them, so what one pairs the people of the other are not told; they learn it when they ask.
 */
const PEOPLE = sizeOf({ small: 100, full: 1_000 });
/** At least until the other one has taken over. */
const FROZEN_MS = sizeOf({ small: 0, full: 10_000 });
const MOVES = sizeOf({ small: 2, full: 10 });
const SEED = seedOf();
const CHANCE = { random: createChance(SEED).below, leave: 'after the join', blocks: 'some' } as const;

const { url: databaseUrl, log } = await freshDatabase();
const { database, clock, close } = await openDatabase({ databaseUrl, migrations: MIGRATIONS, log, onDeath() {} });
afterAll(close);
// Nobody acknowledges: what follows of that is not this file's.
const settings = { MATCH_ACK_SECONDS: '86400' };
const first = await startServer({ databaseUrl, settings });
afterAll(first.kill);
/** Alone until then, it holds the lease. */
const { holder: firstNode } = await lease();
const second = await startServer({ databaseUrl, settings });
afterAll(second.kill);
const urls = [first.url, second.url];
let guests: Guest[] = [];

afterEach(async () => {
  for (const guest of guests) guest.close();
  guests = [];
  await database.read.deleteFrom('engagement.engagement').execute();
  await database.read.deleteFrom('voice.session').execute();
});

async function crowd(count: number): Promise<Guest[]> {
  const people = await makeCrowd({ database, clock, count });
  const entered = await enterAll(people, (i) => urls[i % 2]!);
  guests.push(...entered);
  return entered;
}

function lease() {
  return database.read.selectFrom('platform.lease').selectAll().where('name', '=', 'voice').executeTakeFirstOrThrow();
}

test(
  `the matcher is frozen in mid-burst and woken: nobody is matched twice, nobody loses their place (seed ${SEED})`,
  { timeout: 120_000 },
  async () => {
    // Blocks wait for the lease: one after the other would be frozen with it in hand, for 5 s each.
    const [front, ...rest] = await crowd(PEOPLE);
    await front!.join();
    const happening = storm(rest, { ...CHANCE, blocks: 'none' });
    await expect.poll(() => rest.some(({ told }) => told.length > 0)).toBe(true);
    const { holder } = await lease();
    const matcher = holder === firstNode ? first : second;
    matcher.freeze();
    const longEnough = wait(FROZEN_MS);
    try {
      await expect.poll(async () => (await lease()).holder, { timeout: 30_000 }).not.toBe(holder);
      await longEnough;
    } finally {
      matcher.thaw();
    }
    const happened = await happening;
    const [call] = await checkSettled(database, [front!, ...rest], happened);
    expect(call, 'who waited first has somebody').toBeDefined();
  },
);

test(
  `the lease is taken away in mid-burst, ${MOVES} times: nobody is matched twice, nobody is lost (seed ${SEED})`,
  { timeout: 120_000 },
  async () => {
    const everybody = await crowd(PEOPLE);
    const left = new Map<Guest, number>();
    const apart: Storm['apart'] = [];
    for (let move = 0; move < MOVES; move++) {
      const happening = storm(
        everybody.filter((_, i) => i % MOVES === move),
        CHANCE,
      );
      const { epoch } = await lease();
      await database.read
        .updateTable('platform.lease')
        .set({ epoch: epoch + 1, expires_at: new Date(0), holder: null })
        .where('name', '=', 'voice')
        .execute();
      const happened = await happening;
      for (const [guest, told] of happened.left) left.set(guest, told);
      apart.push(...happened.apart);
      await expect.poll(async () => (await lease()).epoch).toBeGreaterThan(epoch + 1);
    }
    await checkSettled(database, everybody, { left, apart });
  },
);

test('control: who is in two calls, or nowhere, is noticed', async () => {
  const [ann, bob, cem] = (await crowd(3)) as [Guest, Guest, Guest];
  const both = [ann, bob];
  const nothing = { left: new Map(), apart: [] };
  for (const guest of both) await guest.join();
  const sessions = () => database.read.selectFrom('voice.session').selectAll().execute();
  await expect.poll(sessions).toHaveLength(1);
  await checkStorm(database, both, nothing, 'voice');
  const [session] = await sessions();
  const double = { ...session!, id: uuidv7(clock.now()), a: ann.userId, b: cem.userId };
  await database.read.insertInto('voice.session').values(double).execute();
  await cem.join();
  await expect(checkStorm(database, [ann, bob, cem], nothing, 'voice')).rejects.toThrow();
  await database.read.deleteFrom('voice.session').where('id', '=', double.id).execute();
  await cem.leave();
  await checkStorm(database, both, nothing, 'voice');
  await database.read.deleteFrom('engagement.engagement').where('user_id', '=', bob.userId).execute();
  await expect(checkStorm(database, both, nothing, 'voice')).rejects.toThrow('lost');
});

test(
  `both take themselves for the matcher, with the fence between them broken: nobody is matched twice (seed ${SEED})`,
  { timeout: 120_000 },
  async () => {
    await breakFence();
    const everybody = await crowd(PEOPLE);
    const { left } = await storm(everybody, CHANCE);
    // The fence is also what blocks wait at.
    await checkSettled(database, everybody, { left, apart: [] });
  },
);

/** A lease that everybody gets and that locks nothing: what is left are the rows of the people. */
async function breakFence(): Promise<void> {
  await sql`UPDATE platform.lease SET holder = NULL, expires_at = to_timestamp(0)`.execute(database.read);
  await sql`CREATE TABLE platform.taken (holder uuid PRIMARY KEY)`.execute(database.read);
  await sql`
    CREATE FUNCTION platform.give() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO platform.taken SELECT NEW.holder WHERE NEW.holder IS NOT NULL ON CONFLICT DO NOTHING;
      NEW.epoch := 0;
      RETURN NEW;
    END $$
  `.execute(database.read);
  await database.transaction(async ({ db }) => {
    await sql`ALTER TABLE platform.lease RENAME TO lease_of_nobody`.execute(db);
    await sql`
      CREATE VIEW platform.lease AS SELECT name, holder, 0::bigint AS epoch, expires_at FROM platform.lease_of_nobody
    `.execute(db);
    await sql`CREATE TRIGGER give INSTEAD OF UPDATE ON platform.lease FOR EACH ROW EXECUTE FUNCTION platform.give()`.execute(
      db,
    );
  });
  const takers = sql`SELECT holder FROM platform.taken`;
  await expect.poll(async () => (await takers.execute(database.read)).rows.length).toBe(2);
}
