import type { Kysely } from 'kysely';
import * as z from 'zod/mini';
import { findLedgerStanding } from '../identity/index.ts';
import type { DB } from '../platform/database.ts';
import { findLedgerBlocks } from '../safety/index.ts';
import type { LedgerStore } from './ledger.ts';

/** One account's state that must survive a restore: ids and times, no names and no words. */
const ledgerState = z.object({
  userId: z.string(),
  identity: z.string(),
  erasesAt: z.nullable(z.number()),
  suspendedUntil: z.nullable(z.union([z.number(), z.literal('ever')])),
  isRefused: z.boolean(),
  blocks: z.array(z.record(z.string(), z.unknown())),
});
export type LedgerState = z.infer<typeof ledgerState>;

/** Returns the state as it is stored. Null: neither an account nor a kept-out hash has this id. */
export async function readState(db: Kysely<DB>, userId: string): Promise<string | null> {
  const standing = await findLedgerStanding(db, userId);
  if (!standing) return null;
  const state: LedgerState = { userId, ...standing, blocks: await findLedgerBlocks(db, userId) };
  return JSON.stringify(state);
}

export function ledgerPath(userId: string): string {
  return `ledger/${userId}.bin`;
}

/**
 * Writes the database's state to the object. Two nodes may write one account at once: each reads again after its write,
 * so the last state wins.
 */
export async function writeState(
  { db, objects }: { db: Kysely<DB>; objects: LedgerStore },
  userId: string,
): Promise<void> {
  for (let written: string | null | undefined; ;) {
    const state = await readState(db, userId);
    if (state === written) return;
    if (state === null) await objects.delete(ledgerPath(userId));
    else await objects.put(ledgerPath(userId), Buffer.from(state));
    written = state;
  }
}

/** Requests to the object store at once: one after the other would take hours. */
const STATES_AT_ONCE = 64;

/** Returns the states of the ledger that differ from the database. */
export async function* listForgotten({
  db,
  objects,
}: {
  db: Kysely<DB>;
  objects: Pick<LedgerStore, 'get' | 'list'>;
}): AsyncGenerator<LedgerState> {
  let paths: string[] = [];
  for await (const path of objects.list('ledger')) {
    paths.push(path);
    if (paths.length < STATES_AT_ONCE) continue;
    yield* await findForgotten({ db, objects }, paths);
    paths = [];
  }
  yield* await findForgotten({ db, objects }, paths);
}

async function findForgotten(
  { db, objects }: { db: Kysely<DB>; objects: Pick<LedgerStore, 'get'> },
  paths: readonly string[],
): Promise<LedgerState[]> {
  const found = await Promise.all(
    paths.map(async (path) => {
      const stored = await objects.get(path);
      if (stored === null) return [];
      const text = Buffer.concat(await Array.fromAsync<Buffer>(stored.body)).toString();
      const state = ledgerState.parse(JSON.parse(text));
      return text === (await readState(db, state.userId)) ? [] : [state];
    }),
  );
  return found.flat();
}
