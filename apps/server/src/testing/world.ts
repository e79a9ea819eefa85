import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Client } from '@yonder/client';
import { afterAll, vi } from 'vitest';
import { startApp, type App } from '../app.ts';
import { readConfig } from '../config.ts';
import { openObjectStore, type ObjectStore } from '../media/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database.ts';
import { asDomainError } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';
import type { Stop } from '../platform/stop.ts';
import { openDatabase } from '../platform/postgres/open.ts';
import { MIGRATIONS } from '../serve.ts';
import { freshDatabase, type TestDatabase } from './database.ts';
import { freePort } from './free-port.ts';
import { onboard, signUp, type Person } from './person.ts';

interface WorldOptions {
  /** manual: time stands still until `advance`. real: it runs. */
  clock?: 'manual' | 'real';
  /** As in the environment, e.g. { CALL_SECONDS: '20' }. */
  settings?: Readonly<Record<string, string>>;
  /** Hears what the server logs. */
  log?: Log;
}

export interface World {
  url: string;
  app: App;
  databaseUrl: string;
  /** The server's own. */
  database: Database;
  clock: Clock;
  /** What is stored of pictures and voices, and the folder where. */
  objects: ObjectStore;
  files: string;
  ann: Person;
  bob: Person;
  cem: Person;
  /** Somebody else, signed in and onboarded. */
  join(name: string): Promise<Person>;
  /** Somebody who has not been onboarded. */
  newcomer(name: string): Promise<Person>;
  /** Opens the live socket of a tab until the end of the file: without one nobody is matched. */
  online<Tab extends Pick<Client, 'live'>>(tab: Tab): Promise<Tab>;
  /**
   * Moves the time second by second, and waits after each until the server has done what was due:
   * deadlines, leases, pings. Manual clock only.
   */
  advance(ms: number): Promise<void>;
  /** Moves the time in one step: timers fire in order, and their work may still run when this resolves. Manual clock only. */
  leap(ms: number): Promise<void>;
  /** Before the end of the file, where a test is about that. */
  stop(): Promise<void>;
}

export const World = { start: startWorld };

const STEP_MS = 1_000;
/** What a test holds up on purpose is not waited for longer. */
const SETTLED_WITHIN_MS = 500;

/** The real server on a free port with a database of its own, and three people. At the top level of a test file. */
async function startWorld({ clock: kind = 'manual', settings = {}, log }: WorldOptions = {}): Promise<World> {
  const fresh = await freshDatabase();
  const { database, clock } = kind === 'manual' ? fresh : await withRealTime(fresh);
  const files = mkdtempSync(join(tmpdir(), 'yonder-world-'));
  const port = await freePort();
  const objects = openObjectStore({ url: `file:${files}`, s3: null, clock });
  const config = readConfig({ PORT: String(port), RELAY_PORT: '0', OBJECT_STORE_URL: `file:${files}`, ...settings });
  const app = await startApp({ ...fresh, ...(log && { log }), config, database, clock, providers: [] });
  const server = { url: `http://localhost:${port}`, database };
  const newcomer = (name: string): Promise<Person> => signUp(server, name);
  const join_ = async (name: string): Promise<Person> => {
    const person = await newcomer(name);
    await onboard(person);
    return person;
  };
  const [ann, bob, cem] = await Promise.all([join_('Ann'), join_('Bob'), join_('Cem')]);

  const sockets: Stop[] = [];
  const online = async <Tab extends Pick<Client, 'live'>>(tab: Tab): Promise<Tab> => {
    sockets.push(tab.live.start());
    await vi.waitUntil(() => tab.live.status.get() === 'online');
    return tab;
  };
  let stopping: Promise<void> | undefined;
  const stop = (): Promise<void> => (stopping ??= app.stop());
  afterAll(async () => {
    for (const close of sockets) close();
    await stop();
    rmSync(files, { recursive: true, force: true });
  });
  const advance = async (ms: number): Promise<void> => {
    if (kind === 'real') throw new Error('only a manual clock can be advanced');
    for (let left = ms; left > 0; left -= STEP_MS) {
      await fresh.clock.advance(Math.min(left, STEP_MS));
      await settle(app, fresh.database);
    }
  };
  return {
    ...server,
    app,
    clock,
    objects,
    files,
    databaseUrl: fresh.url,
    ann,
    bob,
    cem,
    join: join_,
    newcomer,
    online,
    advance,
    leap: fresh.clock.advance,
    stop,
  };
}

async function withRealTime({ url, log }: TestDatabase): Promise<{ database: Database; clock: Clock }> {
  const { close, ...opened } = await openDatabase({ databaseUrl: url, migrations: MIGRATIONS, log, onDeath() {} });
  afterAll(close);
  return opened;
}

/**
 * Until the deadlines due are applied, no query is under way, every ping is answered and the server knows who is signed
 * in: where time stands still it would refuse everybody from then on, and on a busy machine its reading may not even
 * have reached the database yet.
 */
export async function settle({ platform, modules }: App, observer: Database): Promise<void> {
  const giveUpAt = performance.now() + SETTLED_WITHIN_MS;
  for (let quietRounds = 0; quietRounds < 2 && performance.now() < giveUpAt;) {
    await platform.deadlines.runDue();
    await turn();
    const pinged = platform.live.all().some(({ unansweredSince }) => unansweredSince !== undefined);
    const isBusy = pinged || !letsIn(modules) || (await queriesUnderWay(observer)) > 0;
    quietRounds = isBusy ? 0 : quietRounds + 1;
  }
}

function letsIn({ identity }: App['modules']): boolean {
  try {
    identity.admission.authenticate('nobody');
    return true;
  } catch (error) {
    return asDomainError(error).reason !== 'not-ready';
  }
}

async function queriesUnderWay({ read }: Database): Promise<number> {
  const { rows } = await sql<{ busy: number }>`
    SELECT count(*) AS busy FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid() AND state <> 'idle'
  `.execute(read);
  return rows[0]?.busy ?? 0;
}
