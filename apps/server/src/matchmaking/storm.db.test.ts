import { setImmediate as turn } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createBus } from '../platform/bus.ts';
import { asDomainError } from '../platform/errors.ts';
import { uuidv7 } from '../platform/ids.ts';
import { lockLeases } from '../platform/leases.ts';
import { freshDatabase } from '../testing/database.ts';
import { createChance } from '../testing/mutations.ts';
import { seedOf, sizeOf } from '../testing/size.ts';
import { makePeople, nobodies, startNode, type TestNode } from './testing.ts';

const world = await freshDatabase();
const { database, clock } = world;

const JOINS = sizeOf({ small: 500, full: 10_000 });
const SEED = seedOf();

interface Session {
  a: string;
  b: string;
}

async function sessions(): Promise<Session[]> {
  return database.read.selectFrom('voice.session').select(['a', 'b']).execute();
}

async function kinds(): Promise<{ waiting: number; engaged: number }> {
  const rows = await database.read.selectFrom('engagement.engagement').select('kind').execute();
  const waiting = rows.filter(({ kind }) => kind === 'voice-queue').length;
  return { waiting, engaged: rows.length - waiting };
}

/** Blocks as safety does; returns whether the two had no session yet. */
async function block(who: string, whom: string): Promise<boolean> {
  return database.transaction(async (tx) => {
    await lockLeases(tx);
    await tx.db
      .insertInto('safety.block')
      .values({ id: uuidv7(clock.now()), who, whom, created_at: tx.now })
      .onConflict((clash) => clash.doNothing())
      .execute();
    const together = await tx.db
      .selectFrom('voice.session')
      .select('id')
      .where('a', 'in', [who, whom])
      .where('b', 'in', [who, whom])
      .executeTakeFirst();
    return together === undefined;
  });
}

/** Retries while the server is busy, as a client does. */
async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (asDomainError(error).reason !== 'busy') throw error;
    }
  }
}

/** All users join at once; meanwhile some leave and some block each other. */
async function storm(people: readonly string[], nodeOf: (i: number) => TestNode, random: (below: number) => number) {
  const left = new Set<string>();
  const apart: [string, string][] = [];
  const anybody = () => people[random(people.length)]!;
  await Promise.all(
    people.map(async (userId, i) => {
      const joined = nodeOf(i).join(userId, { requestId: `request-${userId.slice(-12)}` });
      if (random(10) === 0) {
        if (random(2) === 0) await joined;
        if ((await patiently(() => nodeOf(i).leave(userId))).left) left.add(userId);
      }
      if (random(10) === 0) {
        const other = anybody();
        if (other !== userId && (await patiently(() => block(userId, other)))) apart.push([userId, other]);
      }
      await joined;
    }),
  );
  return { left, apart };
}

/** Runs one more round, for anything two nodes left to each other, then stops. */
async function settled(nodes: readonly TestNode[]): Promise<void> {
  await clock.advance(1_000);
  for (const { queue } of nodes) await queue.idle();
  for (const { stop } of nodes) stop();
}

async function startOver(): Promise<void> {
  await database.read.deleteFrom('engagement.engagement').execute();
  await database.read.deleteFrom('engagement.kept_place').execute();
  await database.read.deleteFrom('voice.session').execute();
  await database.read.deleteFrom('safety.block').execute();
}

function expectNobodyTwice(made: readonly Session[]): void {
  const seated = made.flatMap(({ a, b }) => [a, b]);
  expect(new Set(seated).size).toBe(seated.length);
  expect(made.filter(({ a, b }) => a === b)).toEqual([]);
}

test(`${JOINS} join at once while some leave and block: 2·pairs + waiting + left = joined (seed ${SEED})`, async () => {
  const random = createChance(SEED).below;
  const node = startNode(world);
  node.lease.onHeld(0);
  const languages = ['en', 'de', 'ja'];
  const people = await makePeople(
    database,
    Array.from({ length: JOINS }, () => ({ language: languages[random(3)]! })),
  );
  const { left, apart } = await storm(people, () => node, random);
  await settled([node]);

  const made = await sessions();
  const { waiting, engaged } = await kinds();
  expect(2 * made.length + waiting + left.size).toBe(JOINS);
  expect(engaged).toBe(2 * made.length);
  expect(waiting).toBeLessThanOrEqual(2);
  expectNobodyTwice(made);
  expect(made.filter(({ a, b }) => left.has(a) || left.has(b))).toEqual([]);
  const met = new Set(made.flatMap(({ a, b }) => [`${a} ${b}`, `${b} ${a}`]));
  expect(apart.filter(([one, other]) => met.has(`${one} ${other}`))).toEqual([]);
}, 120_000);

test(`${JOINS} join on two nodes, and some leave on the one on which they did not join: nobody is matched after that (seed ${SEED})`, async () => {
  await startOver();
  const random = createChance(SEED).below;
  const bus = createBus(world.log);
  const [holder, follower] = [startNode(world, { bus }), startNode(world, { bus })];
  holder.lease.onHeld(0);
  const people = await makePeople(database, nobodies(JOINS));
  const left = new Set<string>();
  const refused = new Set<string>();
  await Promise.all(
    people.map(async (userId, i) => {
      const [here, elsewhere] = i % 2 === 0 ? [holder, follower] : [follower, holder];
      const joined = here.join(userId).catch((error: unknown) => {
        if (asDomainError(error).reason !== 'place-given-up') throw error;
        refused.add(userId);
      });
      if (random(5) === 0) {
        const later = { now: new Date(clock.now() + 1) };
        for (let turns = random(20); turns > 0; turns--) await turn();
        if ((await patiently(() => elsewhere.leave(userId, later))).left) left.add(userId);
      }
      await joined;
    }),
  );
  await settled([holder, follower]);

  const made = await sessions();
  const { waiting, engaged } = await kinds();
  expect(2 * made.length + waiting + left.size).toBe(JOINS);
  expect(engaged).toBe(2 * made.length);
  expectNobodyTwice(made);
  expect(made.filter(({ a, b }) => left.has(a) || left.has(b))).toEqual([]);
  expect([...refused].filter((userId) => !left.has(userId))).toEqual([]);
  // Otherwise no leave was faster than its join.
  expect(refused.size).toBeGreaterThan(0);
}, 120_000);

test(`with two matchers at once and the fence between them broken, nobody is matched twice (seed ${SEED})`, async () => {
  await startOver();
  // A lease that every node can renew and that locks nothing: only the users' rows protect.
  await sql`ALTER TABLE platform.lease RENAME TO lease_of_nobody`.execute(database.read);
  await sql`CREATE VIEW platform.lease AS SELECT name, holder, 0::bigint AS epoch, expires_at FROM platform.lease_of_nobody`.execute(
    database.read,
  );
  await sql`CREATE FUNCTION platform.accept() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END'`.execute(
    database.read,
  );
  await sql`CREATE TRIGGER accept INSTEAD OF UPDATE ON platform.lease FOR EACH ROW EXECUTE FUNCTION platform.accept()`.execute(
    database.read,
  );
  const random = createChance(SEED).below;
  const bus = createBus(world.log);
  // Both get every hint from the third node, and both believe that they alone pair.
  const matchers = [startNode(world, { bus }), startNode(world, { bus })];
  for (const { lease } of matchers) lease.onHeld(0);
  const door = startNode(world, { bus });
  const people = await makePeople(database, nobodies(JOINS));
  const left = new Set<string>();
  await Promise.all(
    people.map(async (userId) => {
      const joined = door.join(userId);
      if (random(10) === 0 && (await patiently(() => door.leave(userId))).left) left.add(userId);
      await joined;
    }),
  );
  await settled([...matchers, door]);

  const made = await sessions();
  const { waiting, engaged } = await kinds();
  expectNobodyTwice(made);
  expect(2 * made.length + waiting + left.size).toBe(JOINS);
  expect(engaged).toBe(2 * made.length);
  expect(waiting).toBeLessThanOrEqual(1);
}, 120_000);
