import { expect } from 'vitest';
import type { Database, Tx } from '../platform/database.ts';
import { holdOpen, waitingForLocks } from './held-open.ts';

/** All of the first one's work is done, and committed once the second one waits for it. Answers what comes of the second. */
export async function overlap<T>(
  database: Database,
  first: (tx: Tx) => Promise<unknown>,
  second: () => Promise<T>,
): Promise<T> {
  const end = await holdOpen(database, async (tx) => void (await first(tx)));
  const [came] = await Promise.all([second(), onceOneWaits(database, end)]);
  return came;
}

async function onceOneWaits({ read }: Database, end: () => Promise<void>): Promise<void> {
  try {
    await expect.poll(() => waitingForLocks(read)).toBe(1);
  } finally {
    await end();
  }
}
