import { sql } from 'kysely';
import type { Database } from '../platform/database.ts';

const SCHEMAS = `nspname !~ '^(pg_|information_schema$|public$)'`;
const OURS = sql.raw(`relnamespace IN (SELECT oid FROM pg_namespace WHERE ${SCHEMAS})`);

/** A row of any value of each type, which breaks every rule: with it a table has a page. */
const GIVE_PAGES = sql.raw(`
  DO $$
  DECLARE empty record; own record; names text; value jsonb;
  BEGIN
    PERFORM set_config('session_replication_role', 'replica', true);
    FOR empty IN
      SELECT pg_class.oid, pg_class.oid::regclass::text AS name
      FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
      WHERE ${SCHEMAS} AND relkind = 'r' AND NOT relispartition AND pg_relation_size(pg_class.oid) = 0
    LOOP
      FOR own IN SELECT conname FROM pg_constraint WHERE conrelid = empty.oid AND contype = 'c' LOOP
        EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I', empty.name, own.conname);
      END LOOP;
      SELECT string_agg(quote_ident(attname), ', '), jsonb_object_agg(attname, CASE
          WHEN typcategory = 'A' THEN '[]' WHEN typcategory = 'N' THEN '0' WHEN typcategory = 'B' THEN 'true'
          WHEN typcategory = 'D' THEN '"2026-06-15T12:00:00Z"' WHEN typcategory = 'S' THEN '"x"'
          WHEN typname = 'uuid' THEN '"00000000-0000-4000-8000-000000000000"' WHEN typname = 'bytea' THEN '""'
          ELSE '{}' END::jsonb)
      INTO names, value
      FROM pg_attribute JOIN pg_type ON pg_type.oid = atttypid
      WHERE attrelid = empty.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = '';
      EXECUTE format(
        'INSERT INTO %1$s (%2$s) OVERRIDING SYSTEM VALUE SELECT %2$s FROM jsonb_populate_record(NULL::%1$s, $1)',
        empty.name, names) USING value;
    END LOOP;
  END $$`);

/** The planner knows no column any more. What it should know is analysed after this, and before rows are claimed. */
export async function forgetStatistics({ read }: Pick<Database, 'read'>): Promise<void> {
  await sql`DELETE FROM pg_statistic WHERE starelid IN (SELECT oid FROM pg_class WHERE ${OURS})`.execute(read);
}

/** What has no page, of which nothing can be claimed; a partition may have a sibling that has some, read by the same statements. */
interface Unclaimed {
  name: string;
  siblingIsClaimed: boolean;
}

/**
 * From now on the planner takes every table of the product for one of so many rows, and each index of it. They are said to
 * stand on the few pages there are, where reading all of them is cheaper than it would be: what is not read from end to end
 * here is not so where there are as many pages as rows, either. The database is good for plans only afterwards. Answers what
 * has no page even then.
 */
export async function claimRows({ read }: Pick<Database, 'read'>, rows: number): Promise<Unclaimed[]> {
  await GIVE_PAGES.execute(read);
  await sql`
    UPDATE pg_class SET reltuples = ${rows}, relpages = pg_relation_size(oid) / current_setting('block_size')::int
    WHERE ${OURS} AND relkind IN ('r', 'i') AND pg_relation_size(oid) > 0`.execute(read);
  const without = sql<Unclaimed>`
    SELECT relname AS name, EXISTS (
      SELECT FROM pg_inherits own JOIN pg_inherits sibling USING (inhparent)
      WHERE own.inhrelid = pg_class.oid AND pg_relation_size(sibling.inhrelid) > 0) AS "siblingIsClaimed"
    FROM pg_class WHERE ${OURS} AND relkind = 'r' AND pg_relation_size(oid) = 0`;
  return (await without.execute(read)).rows;
}
