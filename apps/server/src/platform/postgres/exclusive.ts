import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';

/** Arbitrary numbers that no other lock uses. */
const LOCKS = { migrating: 7_261_934, partitioning: 7_261_935 };
/** Queries of a table queue behind a change that waits for its lock: it waits no longer than this. */
const LOCK_MS = 500;
const AGAIN_AFTER_MS = 2_000;
const LOCK_NOT_AVAILABLE = '55P03';

/** Changes the schema on one node after the other: nodes that start together don't race. */
export async function exclusively<T>(
  url: string,
  what: keyof typeof LOCKS,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  return connected(url, async (client) => {
    await client.query('SELECT pg_advisory_lock($1)', [LOCKS[what]]);
    await client.query(`SET lock_timeout = ${LOCK_MS}`);
    return work(client);
  });
}

/** Runs the work on a connection of its own. */
export async function connected<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  // The connection may idle for long, and the server may go away meanwhile.
  const quiet = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 };
  const client = new pg.Client({ connectionString: url, application_name: 'yonder schema', ...quiet });
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/**
 * Repeats a change that locks a whole table until it gets the lock. A backup reads every table for as long as it takes;
 * a change that simply waited would block all queries as long.
 */
export async function patiently<T>(change: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await change();
    } catch (error) {
      if (!(error instanceof pg.DatabaseError && error.code === LOCK_NOT_AVAILABLE)) throw error;
    }
    await pause(AGAIN_AFTER_MS);
  }
}
