import pg from 'pg';
import { startCluster } from '../platform/postgres/embedded.ts';

/**
 * A process of its own that runs a cluster, so that tests can kill it: `cluster-process.ts <folder> [write]`.
 * It prints the cluster's address; with `write` then each number it has committed.
 */
const [folder = '', task] = process.argv.slice(2);

try {
  const cluster = await startCluster({
    folder,
    onDeath(lastWords) {
      console.error(`PostgreSQL died: ${lastWords}`);
      process.exit(1);
    },
  });
  if (cluster.note) console.error(cluster.note);
  console.log(cluster.url);
  if (task === 'write') await write(cluster.url);
  process.stdin.resume(); // until killed, or its parent is gone
  process.stdin.once('end', () => void cluster.stop());
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}

async function write(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('CREATE TABLE written (n int PRIMARY KEY)');
  const holding = new pg.Client({ connectionString: url });
  await holding.connect();
  await holding.query('BEGIN');
  await holding.query('INSERT INTO written VALUES (-1)');
  for (let n = 1; ; n++) {
    await client.query('INSERT INTO written VALUES ($1)', [n]);
    console.log(n);
  }
}
