import { randomUUID } from 'node:crypto';
import { createClient } from '@yonder/client';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { openDatabase } from '../platform/postgres/open.ts';
import { createLog } from '../platform/log.ts';
import type { LoadUser } from '../seeding/index.ts';
import { MIGRATIONS } from '../testing/postgres.ts';
import { report, sizeOf } from '../testing/size.ts';
import { enterAll, makeCrowd, type Guest } from './testing/crowd.ts';
import { startDatabase } from './testing/database-process.ts';
import { startServer, type ServerProcess } from './testing/server-process.ts';
import { startWriters } from './testing/writers.ts';

/*
 * A PostgreSQL as durable as in use, and a server in a process of its own. The shared one of the tests would not do: it
 * keeps nothing over a crash.
 */
const KILLS = sizeOf({ small: 3, full: 100 });
const ACKNOWLEDGED_EACH = sizeOf({ small: 200, full: 10_000 });
const PAIRS = sizeOf({ small: 4, full: 40 });
/** From the moment that what died is started again. */
const BACK_MS = 10_000;
/** A commit is answered before it is on the disk, which is then left alone for as long as there is. */
const FORGETFUL = { synchronous_commit: 'off', wal_writer_delay: '10s', wal_writer_flush_after: '1GB' };
/** Enough to lose one. */
const TO_LOSE = 50;

const own = await startDatabase();
afterAll(own.stop);
const log = createLog({ level: 'silent' });
const { database, clock, close } = await openDatabase({
  databaseUrl: own.url,
  migrations: MIGRATIONS,
  log,
  onDeath() {},
});
afterAll(close);
const settings = { MATCH_ACK_SECONDS: '600' };
let server: ServerProcess = await startServer({ databaseUrl: own.url, settings });
afterAll(() => server.kill());

/** In turn. */
const KILL = [killDatabase, killBackend, () => server.kill().then(startAgain)] as const;

/** Meanwhile a person reads that it is busy. */
async function killDatabase(): Promise<void> {
  const [{ userId, accessToken }] = (await makeCrowd({ database, clock, count: 1 })) as [LoadUser];
  const getToken = async () => ({ userId, accessToken, expiresIn: 86_400 });
  const tab = createClient({ baseUrl: server.url, tabId: randomUUID(), getToken });
  await own.kill();
  await expect(tab.call('getHome')).rejects.toMatchObject({ code: 'unavailable', reason: 'busy' });
  await own.start();
}

async function startAgain(): Promise<void> {
  server = await startServer({ databaseUrl: own.url, settings, port: server.port });
}

/** PostgreSQL then ends all others, and recovers by itself. */
async function killBackend(): Promise<void> {
  const { rows } = await sql<{ pid: number }>`
    SELECT pid FROM pg_stat_activity WHERE application_name LIKE 'yonder send%' LIMIT 1
  `.execute(database.read);
  process.kill(rows[0]!.pid, 'SIGKILL');
}

/** Two who find each other over a kill: one waits already, the other one joins afterwards. */
async function bringTogether(kill: () => Promise<void>): Promise<void> {
  const people = await makeCrowd({ database, clock, count: 2 });
  const both = await enterAll(people, () => server.url);
  const [ann, bob] = both as [Guest, Guest];
  await ann.join();
  await kill();
  await bob.join();
  const met = async (): Promise<boolean> => {
    const [one, other] = await Promise.all(both.map(({ state }) => state()));
    return one !== undefined && one === other;
  };
  await expect.poll(met, { timeout: BACK_MS }).toBe(true);
  both.forEach((guest) => guest.close());
}

const parked = () => database.read.selectFrom('platform.deadline').where('parked', '=', true).selectAll().execute();

test(
  `of what was acknowledged over ${KILLS} kills of the database, one of its processes and the server 0 is lost, and nobody is stuck for 10 s`,
  { timeout: 60_000 + KILLS * 30_000 },
  async () => {
    const writers = await startWriters({ database, clock, url: server.url, pairs: PAIRS });
    const back: number[] = [];
    for (let i = 0; i < KILLS; i++) {
      await writers.wrote(ACKNOWLEDGED_EACH);
      await bringTogether(async () => {
        await KILL[i % KILL.length]!();
        const since = performance.now();
        // What was answered before may still be on its way.
        await writers.wrote(2 * PAIRS + 1);
        back.push(performance.now() - since);
      });
    }
    await writers.stop();
    const { acknowledged, ...wrong } = await writers.kept();
    report(
      `${acknowledged} acknowledged over ${KILLS} kills, ${wrong.lost} lost; written again after ${most(back)} ms at most`,
    );
    expect(wrong).toEqual({ lost: 0, unasked: 0, torn: 0 });
    expect(Math.max(...back)).toBeLessThan(BACK_MS);
    expect(await parked()).toEqual([]);
  },
);

test('control: where a commit does not wait for the disk acknowledged messages are lost, and it is noticed', async () => {
  // What they write in is on the disk already.
  const writers = await startWriters({ database, clock, url: server.url, pairs: PAIRS });
  for (const [name, value] of Object.entries(FORGETFUL)) {
    await sql`ALTER SYSTEM SET ${sql.ref(name)} TO ${sql.lit(value)}`.execute(database.read);
  }
  await sql`SELECT pg_reload_conf()`.execute(database.read);
  await writers.wrote(TO_LOSE);
  await own.kill();
  await own.start();
  await writers.wrote(1);
  await writers.stop();
  const { acknowledged, lost } = await writers.kept();
  report(`control: ${lost} of ${acknowledged} lost with synchronous_commit=off`);
  expect(lost).toBeGreaterThan(0);
});

function most(times: readonly number[]): number {
  return Math.round(Math.max(...times));
}
