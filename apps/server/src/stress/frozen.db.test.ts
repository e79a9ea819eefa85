import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, describe, expect, test } from 'vitest';
import { createLog } from '../platform/log.ts';
import { openDatabase } from '../platform/postgres/open.ts';
import { createChance } from '../testing/mutations.ts';
import { MIGRATIONS } from '../testing/postgres.ts';
import { isFull, report, seedOf, sizeOf } from '../testing/size.ts';
import { checkSettled, enterAll, makeCrowd, storm } from './testing/crowd.ts';
import { startDatabase } from './testing/database-process.ts';
import { logDeadlines } from './testing/deadline-log.ts';
import { startServer } from './testing/server-process.ts';
import { startWriters } from './testing/writers.ts';

const PEOPLE = sizeOf({ small: 30, full: 300 });
const PAIRS = sizeOf({ small: 4, full: 40 });
const DEADLINES = sizeOf({ small: 100, full: 1_000 });
const SEED = seedOf();
const CASES = (isFull() ? [10_000, 30_000] : [1_000]).flatMap((ms) => [
  { ms, what: 'the database' as const },
  { ms, what: 'the server' as const },
]);

/** A server and its PostgreSQL, each in processes of their own; one of them stands still and wakes. */
describe.runIf(process.platform === 'linux')('frozen', { timeout: 180_000 }, async () => {
  const own = await startDatabase();
  afterAll(own.stop);
  const opened = { databaseUrl: own.url, migrations: MIGRATIONS, log: createLog({ level: 'silent' }) };
  const { database, clock, close } = await openDatabase({ ...opened, onDeath() {} });
  afterAll(close);
  // Nobody acknowledges: what follows of that is not this file's.
  const server = await startServer({ databaseUrl: own.url, settings: { MATCH_ACK_SECONDS: '86400' } });
  afterAll(server.kill);
  const deadlines = await logDeadlines(database);
  const frozen = { 'the database': own, 'the server': server };

  test.each(CASES)(
    `$what stands still for $ms ms under load: on waking nothing happens twice, and nothing is lost (seed ${SEED})`,
    async ({ what, ms }) => {
      const writers = await startWriters({ database, clock, url: server.url, pairs: PAIRS });
      const guests = await enterAll(await makeCrowd({ database, clock, count: PEOPLE }), () => server.url);
      const stored = await deadlines.store(DEADLINES, { from: clock.now(), overMs: ms });
      const chance = { random: createChance(SEED).below, leave: 'after the join', blocks: 'none' } as const;
      const happening = storm(guests, chance);
      await expect.poll(() => guests.some(({ told }) => told.length > 0)).toBe(true);
      frozen[what].freeze();
      await wait(ms);
      frozen[what].thaw();

      const woken = performance.now();
      await writers.wrote(2 * PAIRS + 1);
      const back = Math.round(performance.now() - woken);
      await checkSettled(database, guests, await happening);
      await writers.stop();
      const { acknowledged, ...wrong } = await writers.kept();
      expect(wrong).toEqual({ lost: 0, unasked: 0, torn: 0 });
      const applied = async (): Promise<string[]> => (await stored.applied()).map(({ id }) => id);
      await expect.poll(async () => new Set(await applied()).size).toBe(DEADLINES);
      expect(await applied(), 'each once').toHaveLength(DEADLINES);
      report(
        `${what} frozen for ${ms} ms: ${acknowledged} messages, 0 lost or doubled; written again after ${back} ms`,
      );
      guests.forEach((guest) => guest.close());
      await database.read.deleteFrom('engagement.engagement').execute();
      await database.read.deleteFrom('voice.session').execute();
    },
  );
});
