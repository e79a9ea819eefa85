import type { Clock } from '../platform/clock.ts';
import type { Database, Tx } from '../platform/database.ts';
import { every } from '../platform/every.ts';
import type { Log } from '../platform/log.ts';
import type { Stop } from '../platform/stop.ts';
import { deleteFound, findOld, type Found } from './store.ts';

/** Runs in the transaction, before notification rows are written: clears the notified flag for these users' rooms. */
export type NoneStands = (tx: Tx, gone: readonly { userId: string; roomId: string }[]) => Promise<void>;

interface ForgettingOptions {
  database: Database;
  clock: Clock;
  log: Log;
  noneStands: NoneStands;
}

const KEPT_MS = 90 * 86_400_000;
const LOOK_EVERY_MS = 3_600_000;
const AT_ONCE = 1_000;

/** Call for those read or about to be deleted: the next message in their rooms notifies again. */
export async function letGo(tx: Tx, found: readonly Found[], noneStands: NoneStands): Promise<void> {
  const gone = found.flatMap(({ userId, roomId, isRead }) => (roomId === null || isRead ? [] : { userId, roomId }));
  if (gone.length > 0) await noneStands(tx, gone);
}

export async function forget(tx: Tx, found: readonly Found[], noneStands: NoneStands): Promise<void> {
  await letGo(tx, found, noneStands);
  await deleteFound(
    tx,
    found.map(({ id }) => id),
  );
}

/** Deletes notifications after 90 days, read or not. Several nodes may safely do it at once. */
export function forgetOld({ database, clock, log, noneStands }: ForgettingOptions): Stop {
  async function forgetSome(tx: Tx, before: Date): Promise<number> {
    const found = await findOld(tx, { before, limit: AT_ONCE });
    await forget(tx, found, noneStands);
    return found.length;
  }
  async function forgetAll(): Promise<void> {
    const before = new Date(clock.now() - KEPT_MS);
    while ((await database.transaction((tx) => forgetSome(tx, before))) === AT_ONCE);
  }
  return every(clock, LOOK_EVERY_MS, () => {
    forgetAll().catch((error: unknown) => log.warn({ err: error }, 'old notifications could not be deleted'));
  });
}
