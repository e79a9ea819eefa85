import { findSameIdentity, suspendAccounts } from '../identity/index.ts';
import type { Tx } from '../platform/database.ts';
import type { StandingSeam } from './seams.ts';
import { findSuspensions, type StoredStatement } from './statements-store.ts';

/** Deadline after a suspension: what the user is in ends. */
export const EXPEL = 'moderation.expel';
/** Delay of a second pass, for calls that had just been let in. */
const AGAIN_MS = 2_000;

/**
 * Suspends every account of the person's identity for as long as the statements in force say: an erased account's ban
 * holds for the next one. The leases are locked, so no pair is being matched. A deadline ends what they are in, so that
 * the command line and every node do it the same way.
 */
export async function applySuspensions(
  tx: Tx,
  person: string,
  { announceStanding }: Pick<StandingSeam, 'announceStanding'>,
): Promise<void> {
  const userIds = await findSameIdentity(tx.db, person);
  const standing = await findSuspensions(tx.db, userIds, tx.now);
  const until = findEnd(standing);
  await suspendAccounts(tx, { userIds, until });
  announceStanding(tx);
  if (until === null) return;
  for (const key of userIds) {
    for (const ms of [0, AGAIN_MS]) {
      await tx.deadline({ kind: EXPEL, key, due: new Date(tx.now.getTime() + ms) });
    }
  }
}

/** Returns when the last of these suspensions ends; 'ever': never, null: there is none. */
export function findEnd(suspensions: readonly StoredStatement[]): Date | 'ever' | null {
  if (suspensions.some(({ until }) => until === null)) return 'ever';
  const ends = suspensions.flatMap(({ until }) => until ?? []);
  return ends.toSorted((one, other) => Number(other) - Number(one))[0] ?? null;
}
