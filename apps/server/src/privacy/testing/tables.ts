import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Database } from '../../platform/database.ts';

/** A table's row in docs/privacy.md. */
interface Documented {
  table: string;
  howLong: string;
  byWhat: string;
  atErasure: string;
  level: string;
}

export function documentedTables(): Documented[] {
  const text = readFileSync(join(import.meta.dirname, '../../../../../docs/privacy.md'), 'utf8');
  return [...text.matchAll(/^\| ([a-z_]+\.[a-z_]+) \|(.*)\|$/gm)].map(([, table = '', rest = '']) => {
    const [, , howLong = '', byWhat = '', atErasure = '', level = ''] = rest.split('|').map((cell) => cell.trim());
    return { table, howLong, byWhat, atErasure, level };
  });
}

/** Every table; a partitioned one once. */
export async function allTables({ read }: Pick<Database, 'read'>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT namespace.nspname || '.' || class.relname AS name
    FROM pg_class class JOIN pg_namespace namespace ON namespace.oid = class.relnamespace
    WHERE class.relkind IN ('r', 'p') AND NOT class.relispartition
      AND namespace.nspname NOT IN ('pg_catalog', 'information_schema')
    ORDER BY 1`.execute(read);
  return rows.map(({ name }) => name);
}

/** How many rows of each table name the user in any column, as an id or within JSON or a key. */
export async function mentionsOf({ read }: Pick<Database, 'read'>, userId: string): Promise<Map<string, number>> {
  const mentions = new Map<string, number>();
  for (const table of await allTables({ read })) {
    const { rows } = await sql<{ many: number }>`
      SELECT count(*)::int AS many FROM ${sql.table(table)} AS t WHERE position(${userId} IN t::text) > 0`.execute(
      read,
    );
    mentions.set(table, rows[0]?.many ?? 0);
  }
  return mentions;
}

/** The columns of each table that name the user in any row, as an id or within a text, an array or JSON. */
export async function columnsThatName(
  { read }: Pick<Database, 'read'>,
  userId: string,
): Promise<Record<string, string[]>> {
  const named: Record<string, string[]> = {};
  for (const table of await allTables({ read })) {
    const { rows } = await sql<{ column: string }>`
      SELECT DISTINCT cell.key AS column FROM ${sql.table(table)} AS t, jsonb_each_text(to_jsonb(t)) AS cell
      WHERE position(${userId} IN cell.value) > 0 ORDER BY 1`.execute(read);
    if (rows.length > 0) named[table] = rows.map(({ column }) => column);
  }
  return named;
}

/** Shifted, these would make a running server take itself for dead, or the log for forged. */
const NOT_SHIFTED = ['platform.node', 'platform.lease', 'platform.server_key', 'public.migration', 'moderation.audit'];

/** Every column that holds UUIDs, one or many. */
export async function columnsOfIds({ read }: Pick<Database, 'read'>): Promise<{ table: string; column: string }[]> {
  const known = new Set(await allTables({ read }));
  const { rows } = await sql<{ table: string; column: string }>`
    SELECT table_schema || '.' || table_name AS table, column_name AS column
    FROM information_schema.columns WHERE udt_name IN ('uuid', '_uuid') ORDER BY 1, 2`.execute(read);
  return rows.filter(({ table }) => known.has(table));
}

/** Their sweeps read the age from the UUIDv7. */
const AGED_BY_ID = ['text_match.session', 'notifications.notification'];

/** Moves every stored time so many days back, as if they had passed: a clock would fire millions of timers. */
export async function shiftTimes({ read }: Pick<Database, 'read'>, days: number): Promise<void> {
  const { rows } = await sql<{ name: string; columns: string[] }>`
    SELECT table_schema || '.' || table_name AS name, array_agg(column_name::text) AS columns
    FROM information_schema.columns
    WHERE data_type = 'timestamp with time zone' GROUP BY 1 ORDER BY 1`.execute(read);
  const known = new Set(await allTables({ read }));
  for (const { name, columns } of rows) {
    if (!known.has(name) || NOT_SHIFTED.includes(name)) continue;
    const earlier = columns.map(
      (column) => sql`${sql.ref(column)} = ${sql.ref(column)} - make_interval(days => ${days})`,
    );
    await sql`UPDATE ${sql.table(name)} SET ${sql.join(earlier)}`.execute(read);
  }
  for (const table of AGED_BY_ID) {
    const { rows: ids } = await sql<{ id: string }>`SELECT id::text FROM ${sql.table(table)}`.execute(read);
    for (const { id } of ids) {
      const ms = Number.parseInt(id.replace('-', '').slice(0, 12), 16) - days * 86_400_000;
      const older =
        ms
          .toString(16)
          .padStart(12, '0')
          .replace(/^(.{8})/, '$1-') + id.slice(13);
      await sql`UPDATE ${sql.table(table)} SET id = ${older} WHERE id = ${id}`.execute(read);
    }
  }
}
