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

/** Which people have a socket on this node, in a table all nodes read. */
export interface Presence {
  changed(userId: string): void;
  /** The table was cleared: these people are written again. */
  forgotten(userIds: readonly string[]): void;
  /** Over all nodes, in one query; whoever is missing is offline. */
  of(db: Kysely<DB>, userIds: readonly string[]): Promise<Map<string, PersonPresence>>;
  /** Those of them that are looked at on another node. */
  seenElsewhere<Of extends View>(db: Kysely<DB>, views: readonly Of[]): Promise<Set<Of>>;
  /** Told after it was written who is there in another way than before on this node. */
  onWritten(listen: (userIds: readonly string[]) => void): Stop;
  /** Resolves once the table says what is so, but for those who may still come back. */
  settled(): Promise<void>;
  /** The same; from then on nothing is written. */
  stop(): Promise<void>;
}

interface PresenceOptions {
  database: Database;
  nodeId: string;
  clock: Clock;
  log: Log;
  /** On this node. */
  see(userId: string): Seen;
  /** What is looked at here is of use to others alone. */
  nodes: 'one' | 'several';
}

/** While more and more come, they are written so long after one another: a crowd comes in a few statements. */
const GATHER_MS = 20;
/** Whoever is back by then has never been away for the others: a socket that breaks is replaced at once. */
const BACK_WITHIN_MS = 5_000;
/** What could not be written is tried again: else somebody who left meanwhile would be there for ever. */
const AGAIN_AFTER_MS = 1_000;

/** Changes that arrive while a write is under way go together in the next one; the last state of each person counts. */
export function createPresence({ database, nodeId, clock, log, nodes, see }: PresenceOptions): Presence {
  /** What the table says of this node's people. */
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
    // Those who come in this very turn go along.
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

  /** Undefined: they are not there, nor does the table say so. */
  function lookAt(userId: string, before: Seen | undefined): Seen | 'gone' | undefined {
    const seen = see(userId);
    if (seen.presence !== 'offline') {
      leavers.back(userId);
      return seen;
    }
    if (!before) return undefined;
    // Whoever may still come back stays there, and sees nothing of what comes meanwhile.
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
  /** Not before the time in which they may come back is over; it begins when this is first asked. */
  hasLeft(userId: string): boolean;
  stop: Stop;
}

function createLeavers(clock: Clock, onOver: (userId: string) => void): Leavers {
  /** Until when they may come back; the first to go is the first in it. */
  const leaving = new Map<string, number>();
  let stopTimer: Stop | undefined;

  /** One timer, for the first of them. */
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
