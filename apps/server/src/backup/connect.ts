import pg from 'pg';

/**
 * Opens a connection without time limits: a table may take as long as it does, or until the signal aborts. Times are in
 * UTC, independent of the reader.
 */
export async function withClient<T>(
  { url, signal }: { url: string; signal?: AbortSignal | undefined },
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  // The connection idles for as long as files take.
  const quiet = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 };
  const client = new pg.Client({ connectionString: url, application_name: 'yonder backup', ...quiet });
  client.on('error', () => {});
  await client.connect();
  // Fails the query under way at once.
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

/** Runs the work in one transaction, rolled back on any error. */
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
