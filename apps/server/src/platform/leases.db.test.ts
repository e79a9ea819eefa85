import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { freshDatabase } from '../testing/database.ts';
import { createDatabase, type Database } from './database.ts';
import { uuidv7 } from './ids.ts';
import { createLeases, lockLeases, renewLease } from './leases.ts';
import type { Stop } from './stop.ts';

const { database, clock, log, url } = await freshDatabase();
const pipeline = database.pipeline('matcher');

interface Node {
  /** The callbacks the holder received. */
  events: string[];
  database: Database;
  stop: Stop;
  /** Stops without giving the lease back. */
  die(): Promise<void>;
}

const nodes: Node[] = [];

function startNode(): Node {
  const events: string[] = [];
  const own = createDatabase({ url, clock, log });
  const leases = createLeases({ database: own, clock, log, nodeId: uuidv7(clock.now()) });
  const stop = leases.hold('voice', {
    onHeld: (epoch) => events.push(`held ${epoch}`),
    onLost: () => events.push('lost'),
  });
  const node = { events, database: own, stop, die: () => own.close() };
  nodes.push(node);
  return node;
}

async function expiry(): Promise<number> {
  const { expires_at } = await database.read
    .selectFrom('platform.lease')
    .select('expires_at')
    .where('name', '=', 'voice')
    .executeTakeFirstOrThrow();
  return expires_at.getTime();
}

beforeEach(async () => {
  await database.read
    .updateTable('platform.lease')
    .set({ epoch: 0, expires_at: new Date(0), holder: null })
    .execute();
});

afterEach(async () => {
  for (const { stop } of nodes) stop();
  await Promise.all(nodes.splice(0).map((node) => node.die()));
});

test('a lease has one holder, who renews it every second, and moves with a higher epoch once given back', async () => {
  const first = startNode();
  await expect.poll(() => first.events).toEqual(['held 1']);
  const second = startNode();

  for (let seconds = 1; seconds <= 5; seconds++) {
    await expect.poll(() => clock.armed()).toBe(nodes.length);
    await clock.advance(1000);
    await expect.poll(() => expiry()).toBe(clock.now() + 3000);
  }
  expect(second.events).toEqual([]);
  first.stop();
  await vi.waitFor(
    async () => {
      await clock.advance(1000);
      expect(second.events).toEqual(['held 2']);
    },
    { timeout: 10_000 },
  );
  expect(first.events).toEqual(['held 1']);
});

test('the lease of a dead holder moves at 3,000 ms, not before', async () => {
  const dead = startNode();
  await expect.poll(() => dead.events).toEqual(['held 1']);
  await dead.die();

  await clock.advance(2999);
  const early = startNode();
  await clock.advance(1);
  const heir = startNode();
  await expect.poll(() => heir.events).toEqual(['held 2']);
  expect(early.events).toEqual([]);
  await vi.waitFor(
    async () => {
      await clock.advance(1000);
      expect(dead.events).toEqual(['held 1', 'lost']);
    },
    { timeout: 10_000 },
  );
});

test('an epoch that was overtaken renews nothing', async () => {
  const first = startNode();
  await expect.poll(() => first.events).toEqual(['held 1']);
  expect(await pipeline.transaction((tx) => renewLease(tx, 'voice', 1))).toBe(true);
  await first.die();
  await clock.advance(3000);
  const heir = startNode();
  await expect.poll(() => heir.events).toEqual(['held 2']);
  expect(await pipeline.transaction((tx) => renewLease(tx, 'voice', 1))).toBe(false);
  expect(await pipeline.transaction((tx) => renewLease(tx, 'voice', 2))).toBe(true);
});

test('whoever locks the leases keeps their holder from deciding until the commit', async () => {
  const order: string[] = [];
  const locked = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  const blocking = database.transaction(async (tx) => {
    await lockLeases(tx);
    locked.resolve();
    await release.promise;
    order.push('block');
  });
  await locked.promise;
  const deciding = pipeline.transaction(async (tx) => {
    release.resolve();
    await renewLease(tx, 'voice', 0);
    order.push('decide');
  });
  await Promise.all([blocking, deciding]);
  expect(order).toEqual(['block', 'decide']);
});

test('the lease is renewed while every connection for calls is held', async () => {
  const { events, database: own } = startNode();
  await expect.poll(() => events).toEqual(['held 1']);
  const over = Promise.withResolvers<void>();
  const calls = Array.from({ length: 10 }, () => own.transaction(() => over.promise));
  await vi.waitFor(
    async () => {
      await clock.advance(1000);
      expect(await expiry()).toBe(clock.now() + 3000);
    },
    { timeout: 10_000 },
  );
  over.resolve();
  await Promise.all(calls);
});
