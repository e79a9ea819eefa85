import type { Clock } from './clock.ts';
import { statement, type Database, type PipelineTx, type Tx } from './database.ts';
import type { Log } from './log.ts';
import type { Stop } from './stop.ts';

export interface LeaseHolder {
  /** The epoch rises each time the lease is taken. */
  onHeld(epoch: number): void;
  onLost(): void;
}

export interface Leases {
  /**
   * Takes the lease as soon as it is free and keeps it until stopped. The callbacks are a hint: code that writes under
   * the lease calls `renewLease` or `expectLease` in that very transaction.
   */
  hold(name: string, holder: LeaseHolder): Stop;
}

interface LeaseOptions {
  database: Database;
  clock: Clock;
  log: Log;
  /** This process: a UUID. */
  nodeId: string;
}

interface Held {
  epoch: number;
  expiresAt: number;
}

const expectRow = statement<never>(import.meta.resolve('./expect-lease.sql'));
const renewRow = statement<{ epoch: number }>(import.meta.resolve('./renew-lease.sql'));

const LEASE_MS = 3000;
const RENEW_EVERY_MS = 1000;

export function createLeases(options: LeaseOptions): Leases {
  return { hold: (name, holder) => hold(name, holder, options) };
}

function hold(name: string, { onHeld, onLost }: LeaseHolder, { database, clock, log, nodeId }: LeaseOptions): Stop {
  let held: Held | undefined;
  let state: 'running' | 'stopped' = 'running';
  let cancel: Stop = () => {};

  async function beat(): Promise<void> {
    const before = held;
    held = await takeOrRenew(before);
    if (state === 'stopped') return release();
    if (before && !held) onLost();
    if (!before && held) onHeld(held.epoch);
    cancel = clock.timer(RENEW_EVERY_MS, () => void beat());
  }

  async function takeOrRenew(before: Held | undefined): Promise<Held | undefined> {
    const now = new Date(clock.now());
    try {
      const epoch = before
        ? await renew(database.vital, { name, epoch: before.epoch, now })
        : await take(database.vital, { name, nodeId, now });
      return epoch === undefined ? undefined : { epoch, expiresAt: now.getTime() + LEASE_MS };
    } catch (error) {
      log.warn({ err: error, lease: name }, 'a lease could not be renewed');
      return before && clock.now() < before.expiresAt ? before : undefined;
    }
  }

  function release(): void {
    if (!held) return;
    const { epoch } = held;
    held = undefined;
    giveBack(database.vital, { name, epoch, now: new Date(clock.now()) }).catch((error: unknown) =>
      log.warn({ err: error, lease: name }, 'a lease was not given back'),
    );
  }

  void beat();
  return () => {
    state = 'stopped';
    cancel();
    release();
  };
}

/** Renews the lease and locks it until the caller's transaction ends. False: another node took it since that epoch. */
export async function renewLease(tx: PipelineTx, name: string, epoch: number): Promise<boolean> {
  const renewed = await tx.run(renewRow, [name, epoch, new Date(tx.now.getTime() + LEASE_MS)]);
  return renewed.length === 1;
}

/** Checks the lease along with what is sent after it: without the lease the whole transaction fails. */
export function expectLease(tx: PipelineTx, name: string, epoch: number): void {
  tx.send(expectRow, [name, epoch, new Date(tx.now.getTime() + LEASE_MS)]);
}

/**
 * Locks all leases. Blocks, suspensions and erasures call this first: they must not happen while a lease holder
 * decides.
 */
export async function lockLeases(tx: Tx): Promise<void> {
  await tx.db.selectFrom('platform.lease').select('name').orderBy('name').forUpdate().execute();
}

interface Renewal {
  name: string;
  epoch: number;
  now: Date;
}

async function renew(db: Database['vital'], { name, epoch, now }: Renewal): Promise<number | undefined> {
  const renewed = await db
    .updateTable('platform.lease')
    .set({ expires_at: new Date(now.getTime() + LEASE_MS) })
    .where('name', '=', name)
    .where('epoch', '=', epoch)
    .returning('epoch')
    .executeTakeFirst();
  return renewed?.epoch;
}

async function take(
  db: Database['vital'],
  { name, nodeId, now }: { name: string; nodeId: string; now: Date },
): Promise<number | undefined> {
  const taken = await db
    .updateTable('platform.lease')
    .set((row) => ({
      holder: nodeId,
      epoch: row('epoch', '+', 1),
      expires_at: new Date(now.getTime() + LEASE_MS),
    }))
    .where('name', '=', name)
    .where('expires_at', '<=', now)
    .returning('epoch')
    .executeTakeFirst();
  return taken?.epoch;
}

/** Expires the lease now, so that a gauge can show how long it has been free. */
async function giveBack(db: Database['vital'], { name, epoch, now }: Renewal): Promise<void> {
  await db
    .updateTable('platform.lease')
    .set({ expires_at: now })
    .where('name', '=', name)
    .where('epoch', '=', epoch)
    .execute();
}
