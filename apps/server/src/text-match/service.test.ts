import { expect, test } from 'vitest';
import type { CallContext } from '../platform/dispatcher.ts';
import { createTextService, type TextServiceOptions } from './service.ts';

const QUEUE = { status: 'waiting', position: 1, totalInQueue: 1, expectedWaitSeconds: null, check: null } as const;

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- who joins needs no more than this
const NOTHING_ELSE = { database: {}, matches: {}, engagements: {}, live: {} } as unknown as Pick<
  TextServiceOptions,
  'database' | 'matches' | 'engagements' | 'live'
>;

function asking(userId: string): CallContext {
  return { userId, sid: userId, tab: null, requestId: userId, now: new Date(0), address: '', host: '' };
}

test('of 1,000 who join at once the database is asked five times, and everybody hears of themselves', async () => {
  const asked: string[] = [];
  const wished: unknown[] = [];
  const service = createTextService(
    {
      ...NOTHING_ELSE,
      async interestsOf(_, people) {
        asked.push(`interests of ${people.length}`);
        return people.map((userId) => [`what ${userId} likes`]);
      },
      allowances: {
        async of(_, people) {
          asked.push(`allowance of ${people.length}`);
          return people.map(({ userId }) => ({ limit: 1_000, used: Number(userId), cooldownUntil: null }));
        },
      },
    },
    () => ({
      async join(_, wishes) {
        wished.push((await wishes?.())?.interests);
        return QUEUE;
      },
      leave: async () => ({ left: true, sessionId: null }),
      standing: async () => null,
    }),
  );
  const people = Array.from({ length: 1_000 }, (_, i) => `${i}`);
  const answers = await Promise.all(people.map((userId) => service.join(asking(userId), null)));
  expect(answers.map(({ allowance }) => allowance?.used)).toEqual(people.map(Number));
  expect(wished).toEqual(people.map((userId) => [`what ${userId} likes`]));
  expect(asked.length).toBeLessThanOrEqual(5);
});
