import * as z from 'zod/mini';
import type { Bus } from '../platform/bus.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database, Tx } from '../platform/database.ts';
import { every } from '../platform/every.ts';
import type { Live } from '../platform/live.ts';
import type { Log } from '../platform/log.ts';
import type { Stop } from '../platform/stop.ts';
import { moderators, suspendedAt } from './standings.ts';
import { revokedSince, sessionsOf } from './store.ts';

/** What this node knows, without asking, of ended sessions, suspended users and moderators. */
export interface Revocations {
  /** Reads once, then every 2 s. Rejects when the first read fails. */
  start(): Promise<Stop>;
  /** Informs every node after the commit, before its next read. */
  announce(tx: Tx, sids: readonly string[]): void;
  /** Makes every node read suspensions and moderators anew after the commit. */
  announceStanding(tx: Tx): void;
  isRevoked(sid: string): boolean;
  isSuspended(userId: string): boolean;
  moderators(): ReadonlySet<string>;
  /** False when the last read is too old to rely on. */
  isCurrent(): boolean;
}

export interface RevocationsOptions {
  database: Database;
  clock: Clock;
  bus: Bus;
  live: Pick<Live, 'closeSession'>;
  log: Log;
}

const READ_EVERY_MS = 2_000;
const TRUSTED_MS = 5_000;
/** Longer than any user's access token lives. */
const REMEMBERED_MS = 600_000;
/** A revocation is stamped when its transaction begins and visible when it has committed. */
const COMMIT_LAG_MS = 30_000;

const subject = 'identity.revoked';
const announcement = z.object({ sids: z.array(z.string()), standing: z.optional(z.literal('changed')) });

export function createRevocations({ database, clock, bus, live, log }: RevocationsOptions): Revocations {
  // A dedicated connection: behind commands that wait for the pool it would read too late, and lock all users out.
  const line = database.hot('revocations');
  const revoked = new Map<string, number>();
  let suspended: ReadonlySet<string> = new Set();
  let moderating: ReadonlySet<string> = new Set();
  let readAt: number | undefined;
  let reading = false;
  /** Whether an announcement came that the read under way may have missed. */
  let outdated = false;

  function learn(sids: readonly string[]): void {
    for (const sid of sids) {
      if (!revoked.has(sid)) live.closeSession(sid, 'logout');
      revoked.set(sid, revoked.get(sid) ?? clock.now());
    }
  }

  async function read(): Promise<void> {
    const now = clock.now();
    const since = readAt === undefined ? now - REMEMBERED_MS : readAt - COMMIT_LAG_MS;
    const [sids, people, trusted] = await Promise.all([
      revokedSince(line, new Date(since)),
      suspendedAt(line, new Date(now)),
      moderators(line),
    ]);
    moderating = new Set(trusted);
    learn(sids);
    await closeNewlySuspended(people);
    suspended = new Set(people);
    readAt = now;
    for (const [sid, learntAt] of revoked) if (learntAt < now - REMEMBERED_MS) revoked.delete(sid);
  }

  async function closeNewlySuspended(people: readonly string[]): Promise<void> {
    const fresh = people.filter((userId) => !suspended.has(userId));
    if (fresh.length === 0 || readAt === undefined) return;
    for (const sid of await sessionsOf(line, fresh)) live.closeSession(sid, 'suspended');
  }

  async function readAgain(): Promise<void> {
    if (reading) return;
    reading = true;
    try {
      do {
        outdated = false;
        await read();
      } while (outdated);
    } catch (error) {
      log.warn({ err: error }, 'revocations could not be read');
    } finally {
      reading = false;
    }
  }

  function hear({ sids, standing }: z.infer<typeof announcement>): void {
    learn(sids);
    if (standing !== 'changed') return;
    outdated = true;
    void readAgain();
  }

  return {
    async start() {
      await read();
      const stops = [
        bus.subscribe(subject, (message) => hear(announcement.parse(message))),
        every(clock, READ_EVERY_MS, () => void readAgain()),
      ];
      return () => stops.forEach((stop) => stop());
    },
    announce: (tx, sids) => tx.after(() => bus.publish(subject, { sids })),
    announceStanding: (tx) => tx.after(() => bus.publish(subject, { sids: [], standing: 'changed' })),
    isRevoked: (sid) => revoked.has(sid),
    isSuspended: (userId) => suspended.has(userId),
    moderators: () => moderating,
    isCurrent: () => readAt !== undefined && clock.now() - readAt < TRUSTED_MS,
  };
}
