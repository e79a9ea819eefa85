import { lowestUuidv7 } from '../ids.ts';
import { exclusively } from './exclusive.ts';

const MONTHS_AHEAD = 3;

/** Makes the month's partition of each table and those of the three months to come. The key is a UUIDv7. */
export async function makePartitions(url: string, tables: readonly string[], now: Date): Promise<void> {
  await exclusively(url, async (client) => {
    for (const table of tables) {
      for (let ahead = 0; ahead <= MONTHS_AHEAD; ahead++)
        await client.query(partitionOf(table, monthStart(now, ahead)));
    }
  });
}

function partitionOf(table: string, month: Date): string {
  const name = `${table}_${month.toISOString().slice(0, 7).replace('-', '_')}`;
  const from = lowestUuidv7(month.getTime());
  const to = lowestUuidv7(monthStart(month, 1).getTime());
  return `CREATE TABLE IF NOT EXISTS ${name} PARTITION OF ${table} FOR VALUES FROM ('${from}') TO ('${to}')`;
}

function monthStart(date: Date, monthsLater: number): Date {
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + monthsLater));
}
