import { sql } from 'kysely';
import type { Rate } from '@yonder/contract';
import type { Database } from '../database.ts';

export interface Draw {
  key: string;
  rate: Rate;
  /** Whole tokens, at most the rate's burst. */
  wanted: number;
  now: Date;
}

/** Token buckets in PostgreSQL: exact whatever the number of nodes and callers. */
export interface Buckets {
  /** Takes as many of the wanted tokens as there are. With none: the milliseconds until there is one. */
  draw(draw: Draw): Promise<{ granted: number; waitMs: number }>;
  /** Deletes buckets that were left alone for so long that they are full again. */
  forget(now: Date): Promise<void>;
}

/** Every rate of the contract refills from empty in far less. */
const FULL_AGAIN_MS = 3_600_000;

export function createBuckets({ read }: Database): Buckets {
  return {
    async draw({ key, rate: { burst, perMinute }, wanted, now }) {
      const perSecond = perMinute / 60;
      const level = (tokens: string, refilledAt: string) => sql`
        least(${burst}::float8,
          ${sql.raw(tokens)} + greatest(0, extract(epoch FROM ${now}::timestamptz - ${sql.raw(refilledAt)})::float8) * ${perSecond}::float8)`;
      const before = level('bucket.tokens', 'bucket.refilled_at');
      const { rows } = await sql<{ granted: number; left: number }>`
        INSERT INTO platform.rate_bucket AS bucket (key, tokens, refilled_at)
        VALUES (${key}, ${burst - wanted}, ${now})
        ON CONFLICT (key) DO UPDATE SET
          tokens = ${before} - least(${wanted}::float8, floor(${before})),
          refilled_at = greatest(bucket.refilled_at, excluded.refilled_at)
        RETURNING coalesce(round(${level('old.tokens', 'old.refilled_at')} - new.tokens), ${wanted}) AS granted, new.tokens AS left
      `.execute(read);
      const { granted, left } = rows[0]!;
      return { granted, waitMs: granted > 0 ? 0 : Math.ceil(((1 - left) / perSecond) * 1_000) + 1 };
    },
    async forget(now) {
      await read
        .deleteFrom('platform.rate_bucket')
        .where('refilled_at', '<', new Date(now.getTime() - FULL_AGAIN_MS))
        .execute();
    },
  };
}
