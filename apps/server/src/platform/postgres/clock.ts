import { createDatabaseClock, JUMP_MS, type DatabaseClock } from '../clock.ts';
import type { Log } from '../log.ts';
import { createPool } from './connect.ts';

interface TimeRow {
  server_ms: number;
  ms: number | null;
  since_ms: number | null;
}

/** A correction of a minute fades in three hours and a half: no countdown is wrong by more than half a per cent. */
const WANES_BY = 0.005;

const READ = `
  SELECT server_ms, c.ms, c.since_ms
  FROM platform.server_time() AS server_ms LEFT JOIN platform.clock_correction c ON true`;
/** Replaces only the row that was read: of several nodes that notice a jump one corrects it. */
const CORRECT = `
  INSERT INTO platform.clock_correction AS c (ms, since_ms) VALUES ($1, $2)
  ON CONFLICT (single) DO UPDATE SET ms = excluded.ms, since_ms = excluded.since_ms
  WHERE c.ms = $3 AND c.since_ms = $4`;

/** The platform's time, on its own connection: waiting for the pool would look like a long round trip. */
export async function openClock(url: string, log: Log): Promise<{ clock: DatabaseClock; stop(): Promise<void> }> {
  const onFailure = (error: unknown): void => log.warn({ err: error }, 'the database’s time could not be read');
  const pool = createPool({ url, size: 1, name: 'yonder clock', onIdleError: onFailure });

  async function read(): Promise<TimeRow> {
    const { rows } = await pool.query<TimeRow>(READ);
    const [row] = rows;
    if (!row) throw new Error('no time');
    return row;
  }

  const clock = createDatabaseClock({
    async readTime() {
      const row = await read();
      return row.server_ms + correctionOf(row);
    },
    async correct(expected) {
      const row = await read();
      const jumpMs = row.server_ms + correctionOf(row) - expected();
      // Another node has corrected it meanwhile.
      if (Math.abs(jumpMs) < JUMP_MS) return;
      log.warn({ jumpMs: Math.round(jumpMs) }, 'the database’s time has jumped');
      await pool.query(CORRECT, [correctionOf(row) - jumpMs, row.server_ms, row.ms, row.since_ms]);
    },
    onFailure,
  });
  try {
    await clock.measure();
  } catch (error) {
    await pool.end();
    throw error;
  }
  return { clock, stop: () => pool.end() };
}

function correctionOf({ server_ms, ms, since_ms }: TimeRow): number {
  if (ms === null || since_ms === null) return 0;
  const waned = WANES_BY * Math.max(0, server_ms - since_ms);
  return Math.sign(ms) * Math.max(0, Math.abs(ms) - waned);
}
