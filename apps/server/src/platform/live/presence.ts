import { sql, type Kysely } from 'kysely';
import type { Clock } from '../clock.ts';
import { listOf, type Database, type DB } from '../database.ts';
import type { Log } from '../log.ts';
import type { Stop } from '../stop.ts';

/** Whether somebody is there, and looks: away has tabs that nobody looks at. */
export type PersonPresence = 'online' | 'away' | 'offline';

/** Which people have a socket on this node, in a table all nodes read. */
export interface Presence {
  changed(userId: string): void;
  /** The table was cleared: these people are written again. */
  forgotten(userIds: readonly string[]): void;
  /** Over all nodes, in one query; whoever is missing is offline. */
  of(db: Kysely<DB>, userIds: readonly string[]): Promise<Map<string, PersonPresence>>;
  /** Told after it was written who is there in another way than before on this node. */
  onWritten(listen: (userIds: readonly string[]) => void): Stop;
  /** Resolves once the table says what is so, but for those who may still come back. */
  settled(): Promise<void>;
}

interface PresenceOptions {
  database: Database;
  nodeId: string;
  clock: Clock;
  log: Log;
  /** On this node. */
  here(userId: string): PersonPresence;
}

/** Whoever is back by then has never been away for the others: a socket that breaks is replaced at once. */
const BACK_WITHIN_MS = 5_000;

/** Changes that arrive while a write is under way go together in the next one; the last state of each person counts. */
export function createPresence({ database, nodeId, clock, log, here }: PresenceOptions): Presence {
  /** What the table says of this node's people. */
  const written = new Map<string, PersonPresence>();
  const listeners = new Set<(userIds: readonly string[]) => void>();
  const changed = new Set<string>();
  /** Until when they may come back; the first to go is the first in it. */
  const leaving = new Map<string, number>();
  let writing: Promise<void> | undefined;
  let stopTimer: Stop | undefined;

  function change(userId: string): void {
    changed.add(userId);
    writing ??= writeAll();
  }

  async function writeAll(): Promise<void> {
    // Those who come in this very turn go along.
    await Promise.resolve();
    while (changed.size > 0) {
      const people = [...changed];
      changed.clear();
      await write(people).catch((error: unknown) => log.warn({ err: error }, 'presence could not be written'));
    }
    writing = undefined;
  }

  async function write(people: readonly string[]): Promise<void> {
    const now = new Map(people.map((userId) => [userId, here(userId)]));
    const present = people.filter((userId) => now.get(userId) !== 'offline');
    for (const userId of present) leaving.delete(userId);
    const others = present.filter((userId) => now.get(userId) !== written.get(userId));
    const gone = people.filter((userId) => now.get(userId) === 'offline' && written.has(userId) && hasLeft(userId));
    if (others.length > 0) await store(others, now);
    for (const userId of others) written.set(userId, now.get(userId)!);
    if (gone.length > 0) await remove(gone);
    for (const userId of gone) written.delete(userId);
    const told = [...others, ...gone];
    if (told.length > 0) for (const listen of listeners) listen(told);
  }

  /** Not before the time in which they may come back is over; it begins when this is first asked. */
  function hasLeft(userId: string): boolean {
    const until = leaving.get(userId) ?? clock.now() + BACK_WITHIN_MS;
    if (until <= clock.now()) return leaving.delete(userId);
    leaving.set(userId, until);
    lookAgainAt(until);
    return false;
  }

  /** One timer, for the first of them. */
  function lookAgainAt(until: number): void {
    stopTimer ??= clock.timer(until - clock.now(), () => {
      stopTimer = undefined;
      for (const [userId, mayReturnUntil] of leaving) {
        if (mayReturnUntil > clock.now()) return lookAgainAt(mayReturnUntil);
        change(userId);
      }
    });
  }

  async function store(people: readonly string[], now: ReadonlyMap<string, PersonPresence>): Promise<void> {
    const away = people.map((userId) => String(now.get(userId) === 'away'));
    await sql`
      INSERT INTO platform.presence (user_id, node_id, away)
      SELECT user_id, ${nodeId}, away FROM unnest(${listOf(people)}::uuid[], ${listOf(away)}::boolean[]) AS x (user_id, away)
      ON CONFLICT (user_id, node_id) DO UPDATE SET away = excluded.away`.execute(database.read);
  }

  async function remove(people: readonly string[]): Promise<void> {
    await sql`
      DELETE FROM platform.presence
      WHERE node_id = ${nodeId} AND user_id = ANY(${listOf(people)}::uuid[])`.execute(database.read);
  }

  return {
    changed: change,
    forgotten(userIds) {
      written.clear();
      userIds.forEach(change);
    },
    async of(db, userIds) {
      if (userIds.length === 0) return new Map();
      const { rows } = await sql<{ userId: string; away: boolean }>`
        SELECT user_id AS "userId", bool_and(away) AS away FROM platform.presence
        WHERE user_id = ANY(${listOf(userIds)}::uuid[]) GROUP BY user_id`.execute(db);
      return new Map(rows.map(({ userId, away }) => [userId, away ? 'away' : 'online']));
    },
    onWritten(listen) {
      listeners.add(listen);
      return () => listeners.delete(listen);
    },
    settled: async () => writing,
  };
}
