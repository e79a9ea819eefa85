import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { createClient } from '@yonder/client';
import { afterAll, expect, test } from 'vitest';
import { openDatabase } from '../platform/postgres/open.ts';
import { freshDatabase } from '../testing/database.ts';
import { MIGRATIONS } from '../testing/postgres.ts';
import { sizeOf } from '../testing/size.ts';
import { startBalancer } from './testing/balancer.ts';
import { makeCrowd } from './testing/crowd.ts';
import { startServer } from './testing/server-process.ts';

/** Over HTTP, and as many on live sockets. */
const PEOPLE = sizeOf({ small: 10, full: 100 });
const ROUNDS = sizeOf({ small: 1, full: 5 });
/** Without one the load is all that the machine does, and nodes start for half a minute. */
const PAUSE_MS = 25;
const TTL_SECONDS = 86_400;

const { url: databaseUrl, log } = await freshDatabase();
const { database, clock, close } = await openDatabase({ databaseUrl, migrations: MIGRATIONS, log, onDeath() {} });
afterAll(close);
/** A busy machine looks late. */
const settings = { DRAIN_SECONDS: '2' };
const nodes = await Promise.all([0, 1].map(() => startServer({ databaseUrl, settings })));
afterAll(() => Promise.all(nodes.map(({ kill }) => kill())));
const balancer = await startBalancer(nodes.map(({ port }) => port));
afterAll(balancer.stop);

test(
  'one node after the other is ended and started again under load, and not one call fails',
  { timeout: 60_000 * ROUNDS },
  async () => {
    const people = await makeCrowd({ database, clock, count: 2 * PEOPLE, pace: 'unlimited' });
    const tabs = people.map(({ userId, accessToken }) => {
      const getToken = async () => ({ accessToken, userId, expiresIn: TTL_SECONDS });
      return createClient({ baseUrl: balancer.url, tabId: randomUUID(), getToken });
    });
    const stops = tabs.slice(PEOPLE).map((tab) => tab.live.start());
    await expect.poll(() => tabs.slice(PEOPLE).every((tab) => tab.live.status.get() === 'online')).toBe(true);

    let rolling = true;
    let answered = 0;
    const failures: unknown[] = [];
    const load = tabs.map(async (tab) => {
      while (rolling) {
        try {
          await tab.call('joinCallQueue');
          await tab.call('leaveCallQueue');
          answered += 2;
          await wait(PAUSE_MS);
        } catch (error) {
          failures.push(error);
        }
      }
    });
    for (let round = 0; round < ROUNDS; round++) {
      for (const [i, node] of nodes.entries()) {
        const before = answered;
        expect(await node.end()).toBe(0);
        expect(answered).toBeGreaterThan(before);
        nodes[i] = await startServer({ databaseUrl, settings, port: node.port });
        await expect.poll(() => nodes[i]!.isReady()).toBe(true);
      }
    }
    rolling = false;
    await Promise.all(load);
    stops.forEach((stop) => stop());
    expect(failures.slice(0, 5)).toEqual([]);
  },
);
