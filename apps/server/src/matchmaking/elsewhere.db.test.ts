import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { freshDatabase } from '../testing/database.ts';
import { createChance } from '../testing/mutations.ts';
import { seedOf, sizeOf } from '../testing/size.ts';
import { makePeople, nobodies, startNode, type TestNode } from './testing.ts';

/* One person, two nodes: what one of them decides on may have changed on the other since it looked. */

const ROUNDS = sizeOf({ small: 30, full: 1_000 });
const SEED = seedOf();

const world = await freshDatabase();
const { database } = world;

let nodes: TestNode[] = [];
afterEach(async () => {
  for (const { stop, queue } of nodes) {
    stop();
    await queue.idle();
  }
  nodes = [];
  await database.read.deleteFrom('engagement.engagement').execute();
});

/** The holder of the lease, and a node that only writes down. */
async function holderAndFollower(): Promise<[TestNode, TestNode]> {
  const holder = startNode(world);
  const follower = startNode(world, { bus: holder.bus });
  nodes = [holder, follower];
  holder.lease.onHeld(0);
  await holder.queue.idle();
  return [holder, follower];
}

test(`${ROUNDS} times two people join on both nodes at once: one call, and all four answers are of it (seed ${SEED})`, async () => {
  const [holder, follower] = await holderAndFollower();
  const { below } = createChance(SEED);
  for (let round = 1; round <= ROUNDS; round++) {
    const two = await makePeople(database, nobodies(2));
    const asks = [holder, follower].flatMap((node) => two.map((userId) => ({ node, userId })));
    const shuffled = asks.map((ask) => ({ ask, at: below(1_000) })).toSorted((one, other) => one.at - other.at);
    await Promise.all(shuffled.map(({ ask: { node, userId } }) => node.join(userId)));
    await holder.queue.idle();
    expect(holder.pairs).toHaveLength(round);
    const { id } = holder.pairs.at(-1)!;
    const known = await Promise.all(asks.map(({ node, userId }) => node.join(userId)));
    expect(known).toEqual(asks.map(() => expect.objectContaining({ sessionId: id })));
    await database.read.deleteFrom('engagement.engagement').execute();
    await database.read.deleteFrom('engagement.recent_partner').execute();
  }
});

test('a place that was taken and given up elsewhere since the look is not taken again by the same request', async () => {
  const [, follower] = await holderAndFollower();
  const [ann = ''] = await makePeople(database, nobodies(2));
  const elsewhere = Promise.withResolvers<void>();
  const started = Promise.withResolvers<void>();
  const takenAndGivenUp = database.transaction(async ({ db, now }) => {
    const at = { place: 1, since: now };
    await db
      .insertInto('engagement.engagement')
      .values({ ...at, user_id: ann, kind: 'voice-queue', ref: ann, ticket: ann, seen_at: now })
      .execute();
    started.resolve();
    await elsewhere.promise;
    await db.deleteFrom('engagement.engagement').where('user_id', '=', ann).execute();
    await db
      .insertInto('engagement.kept_place')
      .values({ ...at, user_id: ann, until: new Date(now.getTime() + 60_000), request_id: 'request-1' })
      .execute();
  });
  await started.promise;
  const joining = follower.join(ann, { requestId: 'request-1' });
  // The look saw nothing of it; the row waits for the other one's.
  await expect.poll(waitingForAnother).toBe(1);
  elsewhere.resolve();
  await takenAndGivenUp;
  await expect(joining).rejects.toThrow('You have left the queue.');
  expect(await follower.engagements.find(database.read, ann)).toBeUndefined();
});

async function waitingForAnother(): Promise<number | undefined> {
  const { rows } = await sql<{ count: number }>`SELECT count(*)::int FROM pg_locks WHERE NOT granted`.execute(
    database.read,
  );
  return rows[0]?.count;
}
