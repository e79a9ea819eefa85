import pg from 'pg';

/**
 * A connection of its own without time limits: a table may take as long as it does, or until the signal cuts it. Times are
 * written the same, whoever reads.
 */
export async function withClient<T>(
  { url, signal }: { url: string; signal?: AbortSignal | undefined },
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  // Nothing is said on it for as long as files take.
  const quiet = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 };
  const client = new pg.Client({ connectionString: url, application_name: 'yonder backup', ...quiet });
  client.on('error', () => {});
  await client.connect();
  // What is under way on it fails at once.
  const cut = (): void => void client.end();
  signal?.addEventListener('abort', cut);
  try {
    signal?.throwIfAborted();
    await client.query('SET idle_in_transaction_session_timeout = 0; SET timezone = UTC');
    return await work(client);
  } finally {
    signal?.removeEventListener('abort', cut);
    await client.end();
  }
}

/** Inside of one transaction, which is given up on any error. */
export async function inTransaction<T>(client: pg.Client, begin: string, work: () => Promise<T>): Promise<T> {
  await client.query(begin);
  try {
    const result = await work();
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
}
