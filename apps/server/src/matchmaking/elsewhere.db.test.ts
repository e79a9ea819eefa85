import { afterEach, expect, test } from 'vitest';
import { freshDatabase } from '../testing/database.ts';
import { holdOpen, waitingForLocks } from '../testing/held-open.ts';
import { createChance } from '../testing/mutations.ts';
import { seedOf, sizeOf } from '../testing/size.ts';
import { createNodes, makePeople, nobodies } from './testing.ts';

/* One user, two nodes: state may change on one node after the other has read it. */

const ROUNDS = sizeOf({ small: 30, full: 1_000 });
const SEED = seedOf();

const world = await freshDatabase();
const { database } = world;

const nodes = createNodes(world);
afterEach(async () => {
  await nodes.stop();
  await database.read.deleteFrom('engagement.engagement').execute();
});

test(`${ROUNDS} times two people join on both nodes at once: one call, and all four answers are of it (seed ${SEED})`, async () => {
  const [holder, follower] = await nodes.holderAndFollower();
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
  const [, follower] = await nodes.holderAndFollower();
  const [ann = ''] = await makePeople(database, nobodies(2));
  const at = { place: 1, since: new Date(world.clock.now()) };
  const endElsewhere = await holdOpen(database, async ({ db, now }) => {
    await db
      .insertInto('engagement.engagement')
      .values({ ...at, user_id: ann, kind: 'voice-queue', ref: ann, ticket: ann, seen_at: now })
      .execute();
  });
  const joining = follower.join(ann, { requestId: 'request-1' });
  // The eligibility read missed the other node's row; the insert waits for it.
  await expect.poll(() => waitingForLocks(database.read)).toBe(1);
  await endElsewhere(async ({ db, now }) => {
    await db.deleteFrom('engagement.engagement').where('user_id', '=', ann).execute();
    await db
      .insertInto('engagement.kept_place')
      .values({ ...at, user_id: ann, until: new Date(now.getTime() + 60_000), request_id: 'request-1' })
      .execute();
  });
  await expect(joining).rejects.toThrow('You have left the queue.');
  expect(await follower.engagements.find(database.read, ann)).toBeUndefined();
});
