import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import { createDatabase, type Database } from '../platform/database.ts';
import { createLog, type Log } from '../platform/log.ts';
import { createManualClock, type ManualClock } from './manual-clock.ts';
import { administer, TEMPLATE, withDatabase } from './postgres.ts';
import { whenOver } from './when-over.ts';

export interface TestDatabase {
  database: Database;
  clock: ManualClock;
  log: Log;
  /** For a server under test, or a second `createDatabase` on the same data. */
  url: string;
}

/** A database of this test's or file's own, copied from the migrated template; dropped when it is over. */
export async function freshDatabase(): Promise<TestDatabase> {
  const server = inject('postgresUrl');
  const name = `test_${randomBytes(6).toString('hex')}`;
  await administer(server, `CREATE DATABASE ${name} TEMPLATE ${TEMPLATE}`);
  const url = withDatabase(server, name);
  const clock = createManualClock();
  const log = createLog({ level: 'silent' });
  const database = createDatabase({ url, clock, log });
  whenOver(async () => {
    await database.close();
    await administer(server, `DROP DATABASE ${name} WITH (FORCE)`);
  });
  return { database, clock, log, url };
}
