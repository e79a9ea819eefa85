import { setTimeout as pause } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { Clock } from '../clock.ts';
import type { Database, DB } from '../database.ts';
import type { Log } from '../log.ts';
import type { Stop } from '../stop.ts';
import {
  presencesOf,
  removePresences,
  storePresences,
  viewsElsewhere,
  type PersonPresence,
  type Seen,
  type View,
} from './presence-store.ts';

export type { PersonPresence, Seen } from './presence-store.ts';

/** Which users have a socket on this node, in a table all nodes read. */
export interface Presence {
  changed(userId: string): void;
  /** The table was cleared: writes these users again. */
  forgotten(userIds: readonly string[]): void;
  /** Reads all nodes in one query; a missing user is offline. */
  of(db: Kysely<DB>, userIds: readonly string[]): Promise<Map<string, PersonPresence>>;
  /** The views that are looked at on another node. */
  seenElsewhere<Of extends View>(db: Kysely<DB>, views: readonly Of[]): Promise<Set<Of>>;
  /** Called after a write with the users that are present on this node in another way than before. */
  onWritten(listen: (userIds: readonly string[]) => void): Stop;
  /** Resolves once the table is up to date, except for users in their grace period. */
  settled(): Promise<void>;
  /** Resolves as `settled` does; nothing is written afterwards. */
  stop(): Promise<void>;
}

interface PresenceOptions {
  database: Database;
  nodeId: string;
  clock: Clock;
  log: Log;
  /** The user's state on this node. */
  see(userId: string): Seen;
  /** one: there is no other node to ask for views. */
  nodes: 'one' | 'several';
}

/** While more and more changes come, writes are so far apart: a crowd takes a few statements. */
const GATHER_MS = 20;
/** Grace period: a user back by then never went offline for others. A socket that breaks is replaced at once. */
const BACK_WITHIN_MS = 5_000;
/** A failed write is tried again: else a user that left meanwhile would be online for ever. */
const AGAIN_AFTER_MS = 1_000;

/** Changes that arrive during a write go together in the next one; the last state of each user counts. */
export function createPresence({ database, nodeId, clock, log, nodes, see }: PresenceOptions): Presence {
  /** What the table says of this node's users. */
  const written = new Map<string, Seen>();
  const listeners = new Set<(userIds: readonly string[]) => void>();
  const changed = new Set<string>();
  const leavers = createLeavers(clock, change);
  let writing: Promise<void> | undefined;
  let state: 'running' | 'stopped' = 'running';

  function change(userId: string): void {
    if (state === 'stopped') return;
    changed.add(userId);
    writing ??= writeAll();
  }

  async function writeAll(): Promise<void> {
    // Lets changes of this very tick join.
    await Promise.resolve();
    while (changed.size > 0) {
      const people = [...changed];
      changed.clear();
      await write(people).catch((error: unknown) => {
        log.warn({ err: error }, 'presence could not be written');
        clock.timer(AGAIN_AFTER_MS, () => people.forEach(change));
      });
      if (changed.size > 0) await pause(GATHER_MS);
    }
    writing = undefined;
  }

  async function write(people: readonly string[]): Promise<void> {
    const now = new Map<string, Seen>();
    const told: string[] = [];
    const gone: string[] = [];
    for (const userId of people) {
      const before = written.get(userId);
      const seen = lookAt(userId, before);
      if (seen === 'gone') gone.push(userId);
      else if (seen && !isSame(seen, before)) {
        now.set(userId, seen);
        if (seen.presence !== before?.presence) told.push(userId);
      }
    }
    if (now.size > 0) await storePresences(database.read, { nodeId, now });
    for (const [userId, seen] of now) written.set(userId, seen);
    if (gone.length > 0) await removePresences(database.read, { nodeId, people: gone });
    for (const userId of gone) written.delete(userId);
    const changes = [...told, ...gone];
    if (changes.length > 0) for (const listen of listeners) listen(changes);
  }

  /** Undefined: the user is not connected, and the table does not say so. */
  function lookAt(userId: string, before: Seen | undefined): Seen | 'gone' | undefined {
    const seen = see(userId);
    if (seen.presence !== 'offline') {
      leavers.back(userId);
      return seen;
    }
    if (!before) return undefined;
    // During the grace period the user stays in the table, and looks at nothing.
    return leavers.hasLeft(userId) ? 'gone' : { ...before, looksAt: [] };
  }

  return {
    changed: change,
    forgotten(userIds) {
      written.clear();
      userIds.forEach(change);
    },
    of: presencesOf,
    seenElsewhere: async (db, views) => (nodes === 'one' ? new Set() : viewsElsewhere(db, { nodeId, views })),
    onWritten(listen) {
      listeners.add(listen);
      return () => listeners.delete(listen);
    },
    settled: async () => writing,
    async stop() {
      await writing;
      state = 'stopped';
      leavers.stop();
    },
  };
}

interface Leavers {
  back(userId: string): void;
  /** False until the grace period is over; the first call begins it. */
  hasLeft(userId: string): boolean;
  stop: Stop;
}

function createLeavers(clock: Clock, onOver: (userId: string) => void): Leavers {
  /** When each grace period ends; the first to end is the first in it. */
  const leaving = new Map<string, number>();
  let stopTimer: Stop | undefined;

  /** Sets one timer, for the first of them. */
  function lookAgainAt(until: number): void {
    stopTimer ??= clock.timer(until - clock.now(), () => {
      stopTimer = undefined;
      for (const [userId, mayReturnUntil] of leaving) {
        if (mayReturnUntil > clock.now()) return lookAgainAt(mayReturnUntil);
        onOver(userId);
      }
    });
  }

  return {
    back: (userId) => void leaving.delete(userId),
    hasLeft(userId) {
      const until = leaving.get(userId) ?? clock.now() + BACK_WITHIN_MS;
      if (until <= clock.now()) return leaving.delete(userId);
      leaving.set(userId, until);
      lookAgainAt(until);
      return false;
    },
    stop: () => stopTimer?.(),
  };
}

function isSame(one: Seen | undefined, other: Seen | undefined): boolean {
  const same = (key: 'looking' | 'looksAt'): boolean => one?.[key].join() === other?.[key].join();
  return one?.presence === other?.presence && same('looking') && same('looksAt');
}
