import { suspendAccount } from '../identity/index.ts';
import type { Tx } from '../platform/database.ts';
import type { StandingSeam } from './seams.ts';
import { findSuspensions } from './statements-store.ts';

/** A wake-up for whoever was suspended: what they are in ends. */
export const EXPEL = 'moderation.expel';
/** Whoever was through the door at that moment is looked for once more. */
const AGAIN_MS = 2_000;

/**
 * Somebody is kept out as long as the statements in force say. The leases are locked: nobody is being matched meanwhile.
 * What they are in ends by a deadline, so that it does whoever suspends them: another node, or the command line.
 */
export async function applySuspensions(
  tx: Tx,
  person: string,
  { announceStanding }: Pick<StandingSeam, 'announceStanding'>,
): Promise<void> {
  const standing = await findSuspensions(tx.db, person, tx.now);
  const latest = standing.flatMap(({ until }) => until ?? []).toSorted((one, other) => Number(other) - Number(one))[0];
  const until = standing.some((one) => one.until === null) ? 'ever' : (latest ?? null);
  await suspendAccount(tx, { userId: person, until });
  announceStanding(tx);
  if (until === null) return;
  for (const ms of [0, AGAIN_MS]) {
    await tx.deadline({ kind: EXPEL, key: person, due: new Date(tx.now.getTime() + ms) });
  }
}
