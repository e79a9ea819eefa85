import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { freshDatabase } from '../../testing/database.ts';
import { bearerOf, startWire, tabOf } from '../../testing/wire.ts';
import { command } from '../dispatcher.ts';
import { DomainError } from '../errors.ts';
import { createAnswers } from './answers.ts';

const { database, clock, log } = await freshDatabase();
await sql`CREATE TABLE effect (n serial, who text NOT NULL)`.execute(database.read);

/** Counts the real runs, and answers which run it was. */
const handlers = {
  markRead: command(async ({ userId }, tx, { seedOrder }: { seedOrder: number }) => {
    if (seedOrder < 0) throw new DomainError('room-not-found');
    const { rows } = await sql<{ n: number }>`INSERT INTO effect (who) VALUES (${userId}) RETURNING n`.execute(tx.db);
    return { readSeq: rows[0]!.n, unread: 0 };
  }),
};
const one = await startWire({ database, clock, log, handlers });
const other = await startWire({ database, clock, log, handlers });
afterAll(() => Promise.all([one.stop(), other.stop()]));

async function effectsOf(userId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`SELECT count(*) AS n FROM effect WHERE who = ${userId}`.execute(
    database.read,
  );
  return rows[0]!.n;
}

const input = { chatRoomId: randomUUID(), seedOrder: 1 };

test('one request, sent 50 times at once over both transports and to two nodes, happens once and has one answer', async () => {
  const userId = randomUUID();
  const requestId = randomUUID();
  const tabs = [one, other].flatMap((wire) => [
    tabOf(wire, userId, { time: clock }),
    tabOf(wire, userId, { time: clock }),
  ]);
  const stops = [tabs[0]!.live.start(), tabs[2]!.live.start()];
  await expect.poll(() => [tabs[0]!.live.status.get(), tabs[2]!.live.status.get()]).toEqual(['online', 'online']);

  const calls = Array.from({ length: 50 }, (_, i) => tabs[i % tabs.length]!.call('markRead', input, { requestId }));
  const answers = await Promise.all(calls);
  expect(await effectsOf(userId)).toBe(1);
  expect(new Set(answers.map(({ readSeq }) => readSeq)).size).toBe(1);
  for (const stop of stops) stop();
});

test('a request is answered from memory for 10 minutes and happens anew after them', async () => {
  const userId = randomUUID();
  const requestId = randomUUID();
  const ask = () => tabOf(one, userId, { time: clock }).call('markRead', input, { requestId });
  const first = await ask();
  await clock.advance(599_999);
  expect(await ask()).toEqual(first);
  await clock.advance(1);
  expect((await ask()).readSeq).toBeGreaterThan(first.readSeq);
  expect(await effectsOf(userId)).toBe(2);
});

test('an id is one person’s and one function’s own', async () => {
  const requestId = randomUUID();
  const [ann, bob] = [randomUUID(), randomUUID()];
  const first = await tabOf(one, ann, { time: clock }).call('markRead', input, { requestId });
  const second = await tabOf(one, bob, { time: clock }).call('markRead', input, { requestId });
  expect(second.readSeq).not.toBe(first.readSeq);
});

test('a refusal is not remembered, and neither is what it had begun', async () => {
  const userId = randomUUID();
  const requestId = randomUUID();
  const tab = tabOf(one, userId, { time: clock });
  await expect(tab.call('markRead', { ...input, seedOrder: -1 }, { requestId })).rejects.toThrow('permission-denied: ');
  expect((await tab.call('markRead', input, { requestId })).readSeq).toBeGreaterThan(0);
});

test('without a request id every call happens', async () => {
  const userId = randomUUID();
  const { accessToken } = bearerOf(userId, { clock });
  const call = (): Promise<Response> =>
    fetch(`${one.url}/api/v1/call/markRead`, {
      method: 'POST',
      headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({ data: input }),
    });
  await Promise.all([call(), call(), call()]);
  expect(await effectsOf(userId)).toBe(3);
});

test('old answers are swept away every minute', async () => {
  await tabOf(one, randomUUID(), { time: clock }).call('markRead', input);
  const answers = createAnswers({ database, clock, log });
  const stop = answers.start();
  await clock.advance(660_000);
  await expect
    .poll(() => database.read.selectFrom('platform.answered_request').select('request_id').execute())
    .toEqual([]);
  stop();
});
