import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../../platform/database.ts';

export interface DeadlineLog {
  /** So many, evenly over that time from `from` on, of something that looks and finds nothing to do. */
  store(count: number, { from, overMs }: { from: number; overMs: number }): Promise<Stored>;
}

interface Stored {
  /** Each time that one of them was applied, and how late by the database's time; below 0: too early. */
  applied(): Promise<{ id: string; lateMs: number }[]>;
}

const KIND = 'voice.ack';

/** Writes down each deadline that is taken, in the transaction of its effect: what is applied twice stands there twice. */
export async function logDeadlines({ read }: Database): Promise<DeadlineLog> {
  await sql`CREATE TABLE platform.applied (id uuid NOT NULL, late_ms float8 NOT NULL)`.execute(read);
  await sql`
    CREATE FUNCTION platform.write_down() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO platform.applied VALUES (OLD.id, 1000 * extract(epoch FROM clock_timestamp() - OLD.due));
      RETURN NULL;
    END $$
  `.execute(read);
  await sql`CREATE TRIGGER write_down AFTER DELETE ON platform.deadline FOR EACH ROW EXECUTE FUNCTION platform.write_down()`.execute(
    read,
  );
  return {
    async store(count, { from, overMs }) {
      const rows = Array.from({ length: count }, (_, i) => ({
        id: randomUUID(),
        kind: KIND,
        key: randomUUID(),
        due: new Date(from + (i * overMs) / count),
      }));
      for (let i = 0; i < count; i += 1_000) {
        await read
          .insertInto('platform.deadline')
          .values(rows.slice(i, i + 1_000))
          .execute();
      }
      const ids = new Set<string>(rows.map(({ id }) => id));
      return {
        async applied() {
          const all = await sql<{ id: string; lateMs: number }>`
            SELECT id, late_ms AS "lateMs" FROM platform.applied
          `.execute(read);
          return all.rows.filter(({ id }) => ids.has(id));
        },
      };
    },
  };
}
