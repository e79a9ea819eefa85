import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { migrate } from '../platform/migrate.ts';
import { startCluster } from '../platform/postgres/embedded.ts';
import { makePartitions } from '../platform/postgres/partitions.ts';
import { TEST_START } from './manual-clock.ts';

export interface TestPostgres {
  url: string;
  stop(): Promise<void>;
}

export const TEMPLATE = 'yonder_template';
export const MIGRATIONS = fileURLToPath(new URL('../../migrations', import.meta.url));
const PARTITIONED_TABLES = ['voice.session', 'voice.past_call'];
/** Throw-away data: only tests that kill the server need it to survive, and those start their own. */
const SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  shared_buffers: '128MB',
  max_connections: '200',
};

/** A real PostgreSQL in a temporary folder, with a migrated database to copy from. */
export async function startTestPostgres(): Promise<TestPostgres> {
  const given = process.env['TEST_DATABASE_URL'];
  if (given !== undefined) {
    await makeTemplate(given);
    return { url: given, stop: async () => {} };
  }
  const folder = mkdtempSync(join(tmpdir(), 'yonder-test-'));
  const { url, stop } = await startCluster({
    folder,
    settings: SETTINGS,
    onDeath(lastWords) {
      throw new Error(`The test PostgreSQL died: ${lastWords}`);
    },
  });
  await makeTemplate(url);
  return {
    url,
    async stop() {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function makeTemplate(url: string): Promise<void> {
  await administer(url, `DROP DATABASE IF EXISTS ${TEMPLATE}`);
  await administer(url, `CREATE DATABASE ${TEMPLATE} TEMPLATE template0 ENCODING 'UTF8'`);
  await migrate(withDatabase(url, TEMPLATE), MIGRATIONS);
  await makePartitions(withDatabase(url, TEMPLATE), PARTITIONED_TABLES, new Date(TEST_START));
}

export async function administer(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

/** The address of another database of the same server. */
export function withDatabase(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
}
