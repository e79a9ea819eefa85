import { sql } from 'kysely';
import type { Rate } from '@yonder/contract';
import { createBatchLane } from '../batch-lane.ts';
import type { Database } from '../database.ts';

export interface Draw {
  /** One draw a key at a time: two in one statement would fail it. */
  key: string;
  rate: Rate;
  /** Whole tokens, at most the rate's burst. */
  wanted: number;
  now: Date;
}

interface Drawn {
  granted: number;
  /** Milliseconds until there is a token, when none was granted. */
  waitMs: number;
}

/** Token buckets in PostgreSQL, exact across all nodes and callers. */
export interface Buckets {
  /** Takes the wanted tokens, or as many as there are. */
  draw(draw: Draw): Promise<Drawn>;
  /** Deletes buckets unused for so long that they are full again. */
  forget(now: Date): Promise<void>;
}

/** Longer than any rate of the contract takes to refill from empty. */
const FULL_AGAIN_MS = 3_600_000;
const DRAWS_A_STATEMENT = 1_000;

const LEVEL = sql`least(excluded.burst,
  bucket.tokens + greatest(0, extract(epoch FROM excluded.refilled_at - bucket.refilled_at)::float8) * excluded.per_second)`;

export function createBuckets({ read }: Database): Buckets {
  const lane = createBatchLane<Draw, Drawn>({ atMost: DRAWS_A_STATEMENT, run: drawAll });

  /** Draws by ascending key, so that two nodes never deadlock. */
  async function drawAll(draws: readonly Draw[]): Promise<Drawn[]> {
    if (draws.length === 0) return [];
    const column = <T>(of: (draw: Draw) => T): T[] => draws.map(of);
    const { rows } = await sql<{ key: string; granted: number; tokens: number }>`
      INSERT INTO platform.rate_bucket AS bucket (key, tokens, refilled_at, wanted, burst, per_second, granted)
      SELECT key, burst - wanted, refilled_at, wanted, burst, per_second, wanted
      FROM unnest(${column(({ key }) => key)}::text[], ${column(({ now }) => now)}::timestamptz[],
        ${column(({ wanted }) => wanted)}::float8[], ${column(({ rate }) => rate.burst)}::float8[],
        ${column(({ rate }) => rate.perMinute / 60)}::float8[]) AS draw (key, refilled_at, wanted, burst, per_second)
      ORDER BY key
      ON CONFLICT (key) DO UPDATE SET
        tokens = ${LEVEL} - least(excluded.wanted, floor(${LEVEL})),
        granted = least(excluded.wanted, floor(${LEVEL})),
        refilled_at = greatest(bucket.refilled_at, excluded.refilled_at)
      RETURNING key, granted, tokens`.execute(read);
    const drawn = new Map(rows.map((row) => [row.key, row]));
    return draws.map(({ key, rate }) => {
      const { granted, tokens } = drawn.get(key)!;
      return { granted, waitMs: granted > 0 ? 0 : Math.ceil(((1 - tokens) * 60_000) / rate.perMinute) + 1 };
    });
  }

  return {
    draw: (draw) => lane.add(draw),
    async forget(now) {
      await read
        .deleteFrom('platform.rate_bucket')
        .where('refilled_at', '<', new Date(now.getTime() - FULL_AGAIN_MS))
        .execute();
    },
  };
}
