import { randomUUID } from 'node:crypto';
import type { Rate } from '@yonder/contract';
import { expect, test, vi } from 'vitest';
import { freshDatabase } from '../../testing/database.ts';
import { createDatabase } from '../database.ts';
import { DomainError } from '../errors.ts';
import { createLimits, type Key, type Limits } from './limits.ts';

const { database, clock, log, url } = await freshDatabase();
const one = createLimits({ database, clock, log, nodes: 'one' });
/** Two nodes that know of each other. */
const both = [1, 2].map(() => createLimits({ database, clock, log, nodes: 'several' }));

const RATES: Rate[] = [
  { burst: 20, perMinute: 60, kind: 'strict' },
  { burst: 20, perMinute: 60, kind: 'sliced' },
];

const newKey = (): Key => ['something', randomUUID()];

/** How many of `count` calls at once are let through. */
async function passed(count: number, take: (i: number) => Promise<void> | undefined): Promise<number> {
  const calls = await Promise.allSettled(Array.from({ length: count }, async (_, i) => take(i)));
  return calls.filter(({ status }) => status === 'fulfilled').length;
}

test.each(RATES)(
  'a $kind limit of 20 lets 20 through one after the other and refuses the 21st for a second',
  async (rate) => {
    const key = newKey();
    for (let i = 0; i < 20; i++) await one.take(key, rate);
    await expect(one.take(key, rate)).rejects.toMatchObject({
      reason: 'too-many-requests',
      retryAfter: expect.any(Number),
    });
    await clock.advance(999);
    await expect(one.take(key, rate)).rejects.toThrow(DomainError);
    await clock.advance(2);
    await one.take(key, rate);
    await expect(one.take(key, rate)).rejects.toThrow(DomainError);
  },
);

test.each(RATES)('of 200 calls at once a $kind limit of 20 lets exactly 20 through', async (rate) => {
  const key = newKey();
  expect(await passed(200, () => one.take(key, rate))).toBe(20);
});

test.each(RATES)('two nodes let exactly 20 of 400 calls at once through a $kind limit of 20', async (rate) => {
  const key = newKey();
  expect(await passed(400, (i) => both[i % 2]!.take(key, rate))).toBe(20);
});

test.each(RATES)(
  'a node that comes to a $kind limit which another one has used up lets nothing through',
  async (rate) => {
    const key = newKey();
    expect(await passed(20, () => both[0]!.take(key, rate))).toBe(20);
    await expect(both[1]!.take(key, rate)).rejects.toThrow(DomainError);
  },
);

test('an idle bucket never holds more than its burst, also when a node kept a slice of it', async () => {
  const key = newKey();
  await passed(5, () => one.take(key, RATES[1]!));
  await clock.advance(3_600_000);
  expect(await passed(200, () => one.take(key, RATES[1]!))).toBe(20);
});

test('who calls now and then spends one token a call', async () => {
  const key = newKey();
  for (let i = 0; i < 40; i++) {
    await one.take(key, RATES[1]!);
    await clock.advance(1_000);
  }
  // The first was on credit: by the time it was paid for, the bucket would have been full again.
  expect(await passed(200, () => one.take(key, RATES[1]!))).toBe(19);
});

test('the first call of a key waits for the database where there are several nodes, and only there', async () => {
  const draw = vi.spyOn(database.read, 'getExecutor');
  const key = newKey();
  await one.take(key, RATES[1]!);
  expect(draw).not.toHaveBeenCalled();
  await both[0]!.take(key, RATES[1]!);
  expect(draw).toHaveBeenCalled();
  draw.mockRestore();
});

test('without a database a strict limit refuses and a sliced one lets through', async () => {
  const away = createDatabase({ url, clock, log });
  await away.close();
  const limits: Limits = createLimits({ database: away, clock, log, nodes: 'one' });
  await expect(limits.take(newKey(), RATES[0]!)).rejects.toThrow();
  await limits.take(newKey(), RATES[1]!);
});

test('buckets that are full again are forgotten', async () => {
  const stop = one.start();
  await one.take(newKey(), RATES[0]!);
  await clock.advance(3_720_000);
  await expect.poll(() => database.read.selectFrom('platform.rate_bucket').select('key').execute()).toEqual([]);
  stop();
});

test('a limit is one for each of what is limited and each whose it is', async () => {
  const whose = randomUUID();
  const last: Rate = { burst: 1, perMinute: 1, kind: 'strict' };
  await one.take(['something', whose], last);
  await one.take(['something else', whose], last);
  await one.take(newKey(), last);
  await expect(one.take(['something', whose], last)).rejects.toThrow(DomainError);
});
