import type { Clock } from '../clock.ts';
import { createDatabase, type Database } from '../database.ts';
import type { Log } from '../log.ts';
import { migrate } from '../migrate.ts';
import { openClock } from './clock.ts';
import { startCluster } from './embedded.ts';
import { expectReplica, expectServer } from './expect-server.ts';

export interface OpenDatabase {
  database: Database;
  clock: Clock;
  /** `postgres://…`, also when the built-in server runs. */
  url: string;
  close(): Promise<void>;
}

interface OpenOptions {
  /** `embedded:<folder>` runs the built-in server on a folder; `postgres://…` is an external one. */
  databaseUrl: string;
  /** Its read replica; null: there is none. */
  replicaUrl?: string | null;
  /** The folder of the .sql files. */
  migrations: string;
  log: Log;
  /** For tests; by default the database's. */
  clock?: Clock;
  /** The built-in server is gone, so the process must end. */
  onDeath(lastWords: string): void;
}

const EMBEDDED = 'embedded:';

/** Starts or reaches the database, migrates its schema, and takes its time. */
export async function openDatabase({
  databaseUrl,
  replicaUrl = null,
  migrations,
  log,
  clock: given,
  onDeath,
}: OpenOptions): Promise<OpenDatabase> {
  const server = databaseUrl.startsWith(EMBEDDED)
    ? await startCluster({ folder: databaseUrl.slice(EMBEDDED.length), onDeath })
    : { url: databaseUrl, note: undefined, stop: async () => {} };
  const { url } = server;
  if (server.note) log.info({ note: server.note }, 'the database is not in its usual place');
  try {
    await expectServer('DATABASE_URL', url, 'writer');
    const applied = await migrate(url, migrations);
    if (applied.length > 0) log.info({ applied }, 'migrated');
    const time = given ? { clock: given, stop: async () => {} } : await startClock(url, log);
    if (replicaUrl !== null) await expectReplica(replicaUrl, log);
    const database = createDatabase({ url, replicaUrl, clock: time.clock, log });
    return {
      database,
      clock: time.clock,
      url,
      async close() {
        await Promise.all([database.close(), time.stop()]);
        await server.stop();
      },
    };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

async function startClock(url: string, log: Log): Promise<{ clock: Clock; stop(): Promise<void> }> {
  const { clock, stop: close } = await openClock(url, log);
  const stop = clock.start();
  return {
    clock,
    async stop() {
      stop();
      await close();
    },
  };
}
