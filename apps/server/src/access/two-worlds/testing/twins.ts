import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, inject } from 'vitest';
import { startApp, type App } from '../../../app.ts';
import { readConfig } from '../../../config.ts';
import { sealBearer, TOKEN_KEYS } from '../../../identity/index.ts';
import { openSession } from '../../../identity/store.ts';
import { MEDIA_KEYS } from '../../../media/index.ts';
import { PLACE_KEYS } from '../../../nearby/index.ts';
import { createDatabase, type Database } from '../../../platform/database.ts';
import { loadServerKeys } from '../../../platform/keys.ts';
import { createLog } from '../../../platform/log.ts';
import { RELAY_KEYS } from '../../../platform/relay/index.ts';
import { PUSH_KEYS } from '../../../push/index.ts';
import { makeLoadUsers } from '../../../seeding/index.ts';
import { freePort } from '../../../testing/free-port.ts';
import { createManualClock, type ManualClock } from '../../../testing/manual-clock.ts';
import { administer, TEMPLATE, withDatabase } from '../../../testing/postgres.ts';
import { countQueries } from './count-queries.ts';

/** One of the two servers. Both begin with the same rows, keys, people and time. */
export interface World {
  url: string;
  app: App;
  database: Database;
  clock: ManualClock;
  /** Resolves once this world has no work to do. */
  settle(): Promise<void>;
  /** Moves the time from timer to timer, and settles after each: what it causes happens at its own time. */
  advance(ms: number): Promise<void>;
}

export interface Account {
  userId: string;
  accessToken: string;
  tabId: string;
}

export interface Twins {
  /** Those of one script: the secret's bits take turns, so that a server's own habits do not look like a secret. */
  nextWorlds(): readonly [World, World];
  /** Accounts that exist in both worlds and that no script has used. */
  takeAccounts(count: number): Account[];
  /** Moves the time of both worlds second by second. */
  advance(ms: number): Promise<void>;
  /** Moves the time of the world that is behind: a script may say more in one of them. */
  alignClocks(): Promise<void>;
  /** Moves the time of both worlds at once: nobody may wait or talk. */
  leap(ms: number): Promise<void>;
  /** Resolves once neither world has work to do. */
  settle(): Promise<void>;
  /** Removes every row that a script has written. */
  wipe(): Promise<void>;
}

const SETTINGS = { REMATCH_SECONDS: '86400', CAN_DISLIKE_SECONDS: '0', MATCH_ACK_SECONDS: '5' };
/** Longer than the days of a full run. */
const SESSION_MS = 100 * 365 * 86_400_000;
const BATCH = 500;
const QUIET_TURNS = 5;
const STUCK_MS = 60_000;
type Queries = Pick<ReturnType<typeof countQueries>, 'underWay' | 'idle' | 'texts'>;
/** Tables that belong to the server, not to people. */
const SERVER_TABLES = [
  'platform.server_key',
  'platform.lease',
  'platform.node',
  'platform.migration',
  'screening.word',
];
const PEOPLE_TABLES = ['identity.account', 'identity.session', 'profiles.profile'];

/** Call at the top level of a test file. */
export async function startTwins({ accounts: count }: { accounts: number }): Promise<Twins> {
  const server = inject('postgresUrl');
  const name = `twins_${randomBytes(6).toString('hex')}`;
  const queries = countQueries();
  afterAll(queries.stop);
  await administer(server, `CREATE DATABASE ${name} TEMPLATE ${TEMPLATE}`);
  const accounts = await makeAccounts(withDatabase(server, name), count);
  const worlds = [await startWorld(server, name, queries), await startWorld(server, name, queries)] as const;
  afterAll(() => administer(server, `DROP DATABASE ${name} WITH (FORCE)`));
  const wipeStatement = await writeWipe(worlds[0].database);

  let scripts = 0;
  const settle = async (): Promise<void> => void (await Promise.all(worlds.map((world) => world.settle())));
  const advance = async (ms: number): Promise<void> =>
    void (await Promise.all(worlds.map((world) => world.advance(ms))));
  return {
    nextWorlds() {
      scripts += 1;
      return scripts % 2 === 0 ? worlds : [worlds[1], worlds[0]];
    },
    takeAccounts(wanted) {
      const taken = accounts.splice(0, wanted);
      if (taken.length < wanted) throw new Error('no account is left: start the twins with more');
      return taken;
    },
    advance,
    async alignClocks() {
      const latest = Math.max(...worlds.map(({ clock }) => clock.now()));
      await Promise.all(worlds.map((world) => world.advance(latest - world.clock.now())));
    },
    async leap(ms) {
      for (const { app, clock } of worlds) {
        for (const connection of app.platform.live.all()) connection.pongAt = connection.pingedAt = clock.now() + ms;
      }
      await Promise.all(worlds.map(({ clock }) => clock.leap(ms)));
      await settle();
      await advance(1_000);
    },
    settle,
    async wipe() {
      await Promise.all(worlds.map(({ database }) => sql.raw(wipeStatement).execute(database.read)));
    },
  };
}

/** Keys and accounts, written before the database is copied for each world. */
async function makeAccounts(url: string, count: number): Promise<Account[]> {
  const clock = createManualClock();
  const log = createLog({ level: 'silent' });
  const database = createDatabase({ url, clock, log });
  const purposes = [TOKEN_KEYS, RELAY_KEYS, MEDIA_KEYS, PLACE_KEYS, PUSH_KEYS];
  const keys = await loadServerKeys({ database, clock, log, purposes });
  const expiresAt = clock.now() + SESSION_MS;
  const users = await Array.fromAsync(makeLoadUsers({ database, keys, count, ttlSeconds: SESSION_MS / 1_000 }));
  const accounts: Account[] = [];
  for (let from = 0; from < users.length; from += BATCH) {
    await database.transaction(async (tx) => {
      for (const { userId } of users.slice(from, from + BATCH)) {
        const { sid } = await openSession(tx, { userId, expiresAt: new Date(expiresAt) });
        const bearer = { userId, sid, onboarded: true, expiresAt, pace: 'unlimited' } as const;
        const accessToken = sealBearer(bearer, keys.signing(TOKEN_KEYS));
        accounts.push({ userId, accessToken, tabId: `tab-of-${userId}` });
      }
    });
  }
  await database.close();
  return accounts;
}

async function startWorld(server: string, source: string, queries: Queries): Promise<World> {
  const name = `${source}_${randomBytes(3).toString('hex')}`;
  await administer(server, `CREATE DATABASE ${name} TEMPLATE ${source}`);
  const databaseUrl = withDatabase(server, name);
  const clock = createManualClock();
  const log = createLog({ level: process.env['LOG'] === undefined ? 'silent' : 'warn' });
  const database = createDatabase({ url: databaseUrl, clock, log });
  const files = mkdtempSync(join(tmpdir(), 'yonder-twin-'));
  const port = await freePort();
  const config = readConfig({
    PORT: String(port),
    RELAY_PORT: '0',
    OBJECT_STORE_URL: `file:${files}`,
    ...SETTINGS,
  });
  const app = await startApp({ config, database, url: databaseUrl, clock, log, providers: [] });
  afterAll(async () => {
    await app.stop();
    await database.close();
    rmSync(files, { recursive: true, force: true });
    await administer(server, `DROP DATABASE ${name} WITH (FORCE)`);
  });
  /** @throws Error where it does not come to rest, which is a fault of the server or of this file. */
  async function settle(): Promise<void> {
    const giveUpAt = performance.now() + STUCK_MS;
    const { live, presence } = app.platform;
    for (let quietTurns = 0; quietTurns < QUIET_TURNS; quietTurns += 1) {
      await turn();
      const pinged = live.all().filter(({ unansweredSince }) => unansweredSince !== undefined).length;
      if (queries.underWay(name) > 0 || pinged > 0) quietTurns = -1;
      const found = `${queries.texts(name).join('; ') || 'no query'}; ${pinged} pings`;
      if (performance.now() > giveUpAt) throw new Error(`a world does not settle; unanswered: ${found}`);
      await queries.idle(name);
      await Promise.all([presence.settled(), app.modules.privacy.settled(), app.modules.push.settled()]);
    }
  }
  async function advance(ms: number): Promise<void> {
    const until = clock.now() + ms;
    while (clock.now() < until) {
      await clock.advance(Math.min(until, Math.max(clock.nextDue(), clock.now())) - clock.now());
      await settle();
    }
  }
  return { url: `http://127.0.0.1:${port}`, app, database, clock, settle, advance };
}

/** One statement that empties all tables but the server's and, of people, the rows they began with. */
async function writeWipe({ read }: Database): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
    WHERE schemaname NOT IN ('pg_catalog', 'information_schema', 'public')
      AND NOT EXISTS (
        SELECT FROM pg_inherits WHERE inhrelid = format('%I.%I', schemaname, tablename)::regclass
      )`.execute(read);
  const kept = new Set([...SERVER_TABLES, ...PEOPLE_TABLES]);
  const deletions = rows.filter((table) => !kept.has(table.name)).map((table) => `DELETE FROM ${table.name};`);
  return `DO $$ BEGIN SET LOCAL session_replication_role = replica; ${deletions.join(' ')} END $$`;
}
