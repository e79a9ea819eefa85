import pg from 'pg';

/** Any number nobody else locks. */
const SCHEMA_LOCK = 7_261_934;

/** Changes to the schema, one node after the other: nodes that start together don't race. */
export async function exclusively<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, application_name: 'yonder schema' });
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [SCHEMA_LOCK]);
    return await work(client);
  } finally {
    await client.end();
  }
}
