import type { Client } from 'pg';
import { EVIDENCE_KEYS } from '../evidence/index.ts';
import type { Manifest } from './manifest.ts';

/**
 * Not backed up: the schema and the nodes, which a start makes anew; what a crash may lose; one server's clock
 * correction. Evidence must not outlive its time.
 */
const NOT_KEPT = ['public.migration', 'platform.node', 'platform.clock_correction', 'evidence.sealed'];

/** Conditions on the rows to keep. The key of sealed evidence is made anew by the next start. */
const KEPT_ROWS: Readonly<Record<string, string>> = {
  'platform.server_key': `purpose <> '${EVIDENCE_KEYS}'`,
};

/** The query for the rows of a table that a backup copies. */
export function keptRowsOf(table: string): string {
  return `SELECT * FROM ${table} WHERE ${KEPT_ROWS[table] ?? 'true'}`;
}

/** Every table to back up, the referenced ones first; a partitioned table once. */
export async function listTables(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; refers_to: string[] }>(`
    SELECT namespace.nspname || '.' || class.relname AS name, coalesce(array_agg(DISTINCT
      target_space.nspname || '.' || target.relname) FILTER (WHERE target.oid IS NOT NULL), '{}') AS refers_to
    FROM pg_class class
    JOIN pg_namespace namespace ON namespace.oid = class.relnamespace
    LEFT JOIN pg_constraint key ON key.conrelid = class.oid AND key.contype = 'f'
    LEFT JOIN pg_class target ON target.oid = key.confrelid AND target.oid <> class.oid
    LEFT JOIN pg_namespace target_space ON target_space.oid = target.relnamespace
    WHERE class.relkind IN ('r', 'p') AND NOT class.relispartition AND class.relpersistence = 'p'
      AND namespace.nspname NOT IN ('pg_catalog', 'information_schema')
    GROUP BY 1 ORDER BY 1`);
  return inOrder(rows.filter(({ name }) => !NOT_KEPT.includes(name)));
}

function inOrder(tables: readonly { name: string; refers_to: string[] }[]): string[] {
  const order = new Set<string>();
  for (let left = [...tables]; left.length > 0;) {
    const free = left.filter(({ refers_to }) => refers_to.every((name) => order.has(name)));
    if (free.length === 0)
      throw new Error(`tables refer to each other in a circle: ${left.map(({ name }) => name).join(', ')}`);
    for (const { name } of free) order.add(name);
    left = left.filter(({ name }) => !order.has(name));
  }
  return [...order];
}

export async function listMigrations(client: Client): Promise<Manifest['migrations']> {
  return (await client.query<Manifest['migrations'][number]>('SELECT name, hash FROM public.migration ORDER BY name'))
    .rows;
}

export async function listSequences(client: Client): Promise<Manifest['sequences']> {
  const { rows } = await client.query<{ name: string; value: string | null }>(
    `SELECT schemaname || '.' || sequencename AS name, last_value::text AS value FROM pg_sequences ORDER BY 1`,
  );
  return rows;
}

/** The months that have partitions. */
export async function listPartitions(client: Client): Promise<Manifest['partitions']> {
  const { rows } = await client.query<{ table: string; month: string }>(`
    SELECT inhparent::regclass::text AS table, replace(right(child.relname, 7), '_', '-') AS month
    FROM pg_inherits JOIN pg_class child ON child.oid = inhrelid
    JOIN pg_partitioned_table parent ON parent.partrelid = inhparent
    WHERE parent.partstrat = 'r' AND child.relkind = 'r' ORDER BY 1, 2`);
  return rows;
}
