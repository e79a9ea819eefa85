import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { freshDatabase } from '../../testing/database.ts';
import { startWire, tabOf } from '../../testing/wire.ts';
import { command, inTurn, query } from '../dispatcher.ts';
import { DomainError } from '../errors.ts';

const { database, clock, log } = await freshDatabase();
const gate = Promise.withResolvers<void>();
const begun: string[] = [];
const wire = await startWire({
  database,
  clock,
  log,
  handlers: {
    blockUser: inTurn(async (_ctx, _tx, { target }) => {
      begun.push(target.id);
      await gate.promise;
      if (target.id === nobody) throw new DomainError('report-target-not-found');
      return { blockId: target.id };
    }),
    markRead: command(async () => ({
      readSeq: 1,
      unread: 0,
    })),
    listChatRooms: query(async () => ({
      chatRooms: [],
      next: null,
    })),
  },
});
afterAll(wire.stop);
const nobody = randomUUID();
const tab = () => tabOf(wire, randomUUID(), { time: clock });
const block = (id: string) => tab().call('blockUser', { target: { type: 'user', id } });

test('a crowd of those who take turns leaves the connections to everybody else, and each has their own answer', async () => {
  const targets = [randomUUID(), nobody, ...Array.from({ length: 98 }, () => randomUUID())];
  const answers = targets.map(block);
  await expect.poll(() => begun).toHaveLength(2);
  expect(await tab().call('markRead', { chatRoomId: randomUUID(), seedOrder: 1 })).toMatchObject({ readSeq: 1 });
  // Waiting transactions are no load, however long they wait: low-priority calls are not refused.
  await clock.advance(1_500);
  for (let i = 0; i < 10; i++) expect(await tab().call('listChatRooms')).toMatchObject({ chatRooms: [] });
  expect(begun).toHaveLength(2);
  gate.resolve();
  const settled = await Promise.allSettled(answers);
  expect(settled.map((answer) => (answer.status === 'fulfilled' ? answer.value.blockId : nobody))).toEqual(targets);
  expect(begun.toSorted()).toEqual(targets.toSorted());
});
