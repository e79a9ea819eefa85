import { type Kysely, sql } from 'kysely';
import { lowestUuidv7 } from '../ids.ts';
import { exclusively } from './exclusive.ts';
import type { DB } from './types.generated.ts';

const MONTHS_AHEAD = 3;

/**
 * Makes each table's partitions of this month and the three after it. The key is a UUIDv7. One try: it fails when one
 * is missing and the table is locked for long.
 */
export async function makePartitions(url: string, tables: readonly string[], now: Date): Promise<void> {
  await exclusively(url, 'partitioning', async (client) => {
    for (const table of tables) {
      for (let ahead = 0; ahead <= MONTHS_AHEAD; ahead++)
        await client.query(partitionOf(table, monthStart(now, ahead)));
    }
  });
}

/** Drops the partitions of months that ended `monthsKept` months ago, with their rows. One try, as well. */
export async function dropPartitions(
  url: string,
  tables: readonly string[],
  { now, monthsKept }: { now: Date; monthsKept: number },
): Promise<void> {
  const firstKept = suffixOf(monthStart(now, -monthsKept));
  await exclusively(url, 'partitioning', async (client) => {
    for (const table of tables) {
      const { rows } = await client.query<{ name: string }>(
        'SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = $1::regclass',
        [table],
      );
      // Names of months sort as the months do.
      const over = rows.filter(({ name }) => name < `${table}_${firstKept}`);
      for (const { name } of over) await client.query(`DROP TABLE ${name}`);
    }
  });
}

/** How many months after this one have a partition without a gap, in the table that has the fewest. */
export async function monthsMadeAhead(read: Kysely<DB>, tables: readonly string[], now: Date): Promise<number> {
  const isMade = await monthsMade(read, tables);
  let months = 0;
  while (months < MONTHS_AHEAD && isMade(monthStart(now, months + 1))) months++;
  return months;
}

/** Whether each table has a partition for this month. */
export async function isMonthMade(read: Kysely<DB>, tables: readonly string[], now: Date): Promise<boolean> {
  return (await monthsMade(read, tables))(now);
}

async function monthsMade(read: Kysely<DB>, tables: readonly string[]): Promise<(month: Date) => boolean> {
  const { rows } = await sql<{ name: string }>`
    SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = ANY(${tables}::regclass[])
  `.execute(read);
  const made = new Set(rows.map(({ name }) => name));
  return (month) => tables.every((table) => made.has(`${table}_${suffixOf(month)}`));
}

function partitionOf(table: string, month: Date): string {
  const name = `${table}_${suffixOf(month)}`;
  const from = lowestUuidv7(month.getTime());
  const to = lowestUuidv7(monthStart(month, 1).getTime());
  return `CREATE TABLE IF NOT EXISTS ${name} PARTITION OF ${table} FOR VALUES FROM ('${from}') TO ('${to}')`;
}

/** 2026_06 */
function suffixOf(month: Date): string {
  return month.toISOString().slice(0, 7).replace('-', '_');
}

function monthStart(date: Date, monthsLater: number): Date {
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + monthsLater));
}
