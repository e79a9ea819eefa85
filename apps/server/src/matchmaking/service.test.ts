import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createQueueService } from './service.ts';
import type { Wishes } from './answers.ts';

test('a leave comes after the join that was asked before it, also while its wishes are still looked up', async () => {
  const happened: string[] = [];
  const wishes = Promise.withResolvers<Wishes>();
  const waiting = { status: 'waiting', position: 1, totalInQueue: 1, expectedWaitSeconds: null, check: null } as const;
  const queue = createQueueService<null>({
    mode: 'text',
    matcher: {
      async join() {
        happened.push('joined');
        return { kind: 'waiting', view: waiting };
      },
      standing: async () => null,
    },
    engagements: {
      seen: () => {},
      async takeBack() {
        happened.push('taken back');
      },
      async leave() {
        happened.push('left');
        return undefined;
      },
    },
    sessions: { opened: () => null, find: async () => null },
  });
  const ctx = { userId: 'ann', sid: 'sid', tab: null, requestId: null, now: new Date(0), address: '' };
  const joined = queue.join(ctx, () => wishes.promise);
  const tx = { now: ctx.now, after: () => {}, deadline: async () => {} };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- nothing here asks the database
  const left = queue.leave(ctx, tx as unknown as Parameters<typeof queue.leave>[1]);
  await turn();
  expect(happened).toEqual([]);
  wishes.resolve({ language: null, interests: [] });
  await Promise.all([joined, left]);
  expect(happened).toEqual(['joined', 'taken back', 'left']);
});
