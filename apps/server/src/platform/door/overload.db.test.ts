import { randomUUID } from 'node:crypto';
import { CallError } from '@yonder/client';
import { wireError } from '@yonder/contract';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { freshDatabase } from '../../testing/database.ts';
import { bearerOf, startWire, tabOf } from '../../testing/wire.ts';
import { createDeadlines } from '../deadlines.ts';
import { query } from '../dispatcher.ts';

/** A server on which 64 calls wait for a promise that stays pending. */
const { database, clock, log } = await freshDatabase();
const held: (() => void)[] = [];
const signalled: string[] = [];
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
    addIceCandidate: query(async ({ userId }) => {
      signalled.push(userId);
      return null;
    }),
  },
});
afterAll(async () => {
  stopOnline();
  for (const release of held) release();
  await wire.stop();
});
const tab = (userId: string = randomUUID()) => tabOf(wire, userId, { time: clock });
const candidate = { callId: randomUUID(), candidate: { candidate: '', sdpMid: '0', sdpMLineIndex: 0 } };
const refusal = z.object({ error: wireError });

const online = tab();
let stopOnline = (): void => {};
let waiting: Promise<unknown>[] = [];

beforeAll(async () => {
  stopOnline = online.live.start();
  await vi.waitFor(() => expect(online.live.status.get()).toBe('online'), { timeout: 10_000 });
  waiting = Array.from({ length: 64 }, () => tab().call('listBlocks'));
  await vi.waitFor(() => expect(held).toHaveLength(64), { timeout: 10_000 });
  await clock.advance(1_500);
});

test('over HTTP the answer is 503, with the seconds to wait in Retry-After and in the error', async () => {
  const response = await fetch(`${wire.url}/api/v1/call/listChatRooms`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${bearerOf(randomUUID(), { clock }).accessToken}`,
      'content-type': 'application/json',
    },
  });
  const { error } = refusal.parse(await response.json());
  expect([response.status, error.status, error.details?.reason]).toEqual([503, 'UNAVAILABLE', 'busy']);
  const seconds = error.details?.retryAfter;
  expect(response.headers.get('retry-after')).toBe(String(seconds));
  expect([2, 3, 4, 5, 6]).toContain(seconds);
});

test('over the live socket it is the same error, and the socket stays', async () => {
  const refused = await online.call('listChatRooms').catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(CallError);
  expect(refused).toMatchObject({ code: 'unavailable', reason: 'busy', retryAfter: expect.any(Number) });
  expect(online.live.status.get()).toBe('online');
});

test('a call’s signals go through, over both', async () => {
  const other = randomUUID();
  await Promise.all([online.call('addIceCandidate', candidate), tab(other).call('addIceCandidate', candidate)]);
  expect(signalled).toContain(other);
  expect(signalled).toHaveLength(2);
});

test('a deadline is met', async () => {
  const deadlines = createDeadlines({ database, clock, log, observe() {} });
  const met: string[] = [];
  deadlines.on('test', async (_tx, { key }) => void met.push(key));
  await database.transaction((tx) => tx.deadline({ kind: 'test', key: 'now', due: tx.now }));
  await deadlines.runDue();
  expect(met).toEqual(['now']);
});

test('what was let in is answered, and 5 s later everybody is let in again', async () => {
  for (const release of held.splice(0)) release();
  await Promise.all(waiting);
  await clock.advance(5_000);
  await expect(online.call('listChatRooms')).resolves.toMatchObject({ chatRooms: [] });
  expect(wire.shed).toEqual({ high: 0, queued: 0, normal: 0, low: 2 });
});
