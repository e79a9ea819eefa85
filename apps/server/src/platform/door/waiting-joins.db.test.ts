import { randomUUID } from 'node:crypto';
import { afterAll, expect, test, vi } from 'vitest';
import { freshDatabase } from '../../testing/database.ts';
import { startWire, tabOf } from '../../testing/wire.ts';
import { batched, command, query } from '../dispatcher.ts';

/** A server on which 64 calls wait for a promise that stays pending. */
const { database, clock, log } = await freshDatabase();
const held: (() => void)[] = [];
const done: string[] = [];
const queueView = { status: 'waiting', position: 1, totalInQueue: 1, expectedWaitSeconds: null, check: null } as const;
const search = { matched: false, chatRoomId: null, match: null, queue: queueView, allowance: null } as const;
const wire = await startWire({
  database,
  clock,
  log,
  handlers: {
    listBlocks: query(async () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      held.push(resolve);
      await promise;
      return { blocks: [] };
    }),
    listChatRooms: query(async () => ({
      chatRooms: [],
      next: null,
    })),
    joinCallQueue: batched(async ({ userId }) => {
      done.push(`${userId} joins`);
      return queueView;
    }),
    joinTextQueueV2v2: batched(async ({ userId }) => {
      done.push(`${userId} joins`);
      return search;
    }),
    leaveCallQueue: command(async ({ userId }) => {
      done.push(`${userId} leaves`);
      return {
        left: true,
        callId: null,
      };
    }),
  },
});
afterAll(wire.stop);
const tab = (userId: string = randomUUID()) => tabOf(wire, userId, { time: clock });

test('where lists are refused 100 joins of both queues wait, none is refused, and they are done in the order asked', async () => {
  const waiting = Array.from({ length: 64 }, () => tab().call('listBlocks'));
  await vi.waitFor(() => expect(held).toHaveLength(64), { timeout: 10_000 });
  await clock.advance(1_500);
  await expect(tab().call('listChatRooms')).rejects.toMatchObject({ reason: 'busy' });

  const people = Array.from({ length: 100 }, () => randomUUID());
  const joins: Promise<unknown>[] = [];
  for (const [i, userId] of people.entries()) {
    const before = wire.dispatcher.waiting();
    joins.push(i % 2 === 0 ? tab(userId).call('joinCallQueue') : tab(userId).call('joinTextQueueV2v2'));
    await vi.waitFor(() => expect(wire.dispatcher.waiting()).toBe(before + 1), { interval: 2 });
  }
  const leaving = tab(people[0]).call('leaveCallQueue');
  expect(done).toEqual([]);
  // The server is still busy: joins continue, some of them a round.
  await clock.advance(100);
  await vi.waitFor(() => expect(done.length).toBeGreaterThanOrEqual(16));
  for (const release of held) release();
  await clock.advance(5_000);
  await Promise.all([...joins, ...waiting, leaving]);
  expect(done.filter((what) => what.endsWith('joins'))).toEqual(people.map((userId) => `${userId} joins`));
  expect(done.indexOf(`${people[0]} leaves`)).toBeGreaterThan(0);
  expect(wire.shed).toMatchObject({ queued: 0, low: 1 });
});
