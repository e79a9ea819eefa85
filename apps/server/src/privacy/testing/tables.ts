import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Database } from '../../platform/database.ts';

/** What docs/privacy.md says of a table. */
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

/** Every table there is; a partitioned one once. */
export async function allTables({ read }: Pick<Database, 'read'>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT namespace.nspname || '.' || class.relname AS name
    FROM pg_class class JOIN pg_namespace namespace ON namespace.oid = class.relnamespace
    WHERE class.relkind IN ('r', 'p') AND NOT class.relispartition
      AND namespace.nspname NOT IN ('pg_catalog', 'information_schema')
    ORDER BY 1`.execute(read);
  return rows.map(({ name }) => name);
}

/** How many rows of each table name the person in any column, as an id or within JSON or a key. */
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
