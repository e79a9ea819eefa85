import pg from 'pg';

/** A connection of its own without time limits: a table may take as long as it does. Rows come in one order, whoever reads. */
export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, application_name: 'yonder backup' });
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query('SET synchronize_seqscans = off; SET max_parallel_workers_per_gather = 0; SET timezone = UTC');
    return await work(client);
  } finally {
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
