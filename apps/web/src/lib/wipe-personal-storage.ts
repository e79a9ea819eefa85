import { now } from './clock.ts';
import { ENDED, isOfOthers, namesIn, personalDatabases, personalName, put, storageOf } from './personal-storage.ts';

/** How long unsent data waits for its author to sign in again. */
const WAITS_MS = 30 * 86_400_000;

interface WipeOptions {
  /** The user id that keeps its data. */
  except?: string | null;
  /** The user that logs out by hand: their unsent data is deleted, too. That of other users waits. */
  leaver?: string | null;
}

/**
 * Deletes a user's data at logout, and others' at sign-in. Unsent data waits, readable by its author alone.
 * Returns the names of the users for whom something waits.
 */
export async function wipePersonalStorage({ except = null, leaver = null }: WipeOptions = {}): Promise<Set<string>> {
  const isOthers = (name: string): boolean => isOfOthers(name, except);
  const local = storageOf('localStorage');
  const tab = storageOf('sessionStorage');
  const waiting = new Set<string>();
  const leaves = leaver === null ? null : personalName(leaver);
  const mayWait = (owner: string): boolean => owner !== leaves && !isOver(local?.getItem(owner + ENDED) ?? null);
  for (const storage of [tab, local]) {
    for (const name of namesIn(storage).filter((one) => isOthers(one) && !one.endsWith(ENDED))) {
      const [, owner] = /^(.+?)-(?:(?:drafts|unsent)-|moment$)/.exec(name) ?? [];
      if (owner !== undefined && mayWait(owner)) waiting.add(owner);
      else storage?.removeItem(name);
    }
  }
  // A connection that is still open closes itself on request.
  for (const name of (await personalDatabases()).filter(isOthers)) {
    if (mayWait(name) && (await keepUnsent(name)) > 0) waiting.add(name);
    else indexedDB.deleteDatabase(name);
  }
  for (const owner of waiting) if (local?.getItem(owner + ENDED) === null) put(local, owner + ENDED, now());
  for (const name of namesIn(local).filter((one) => isOfOthers(one, null) && one.endsWith(ENDED))) {
    if (!waiting.has(name.slice(0, -ENDED.length))) local?.removeItem(name);
  }
  return waiting;
}

function isOver(ended: string | null): boolean {
  return ended !== null && now() - Number(ended) > WAITS_MS;
}

const UNSENT = 'unsent';

/** Deletes everything but the unsent messages from a user's database. Returns their number. */
async function keepUnsent(name: string): Promise<number> {
  const database = await answerOf(indexedDB.open(name));
  try {
    const stores = [...database.objectStoreNames];
    if (!stores.includes(UNSENT)) return 0;
    const transaction = database.transaction(stores, 'readwrite');
    for (const store of stores) if (store !== UNSENT) transaction.objectStore(store).clear();
    return await answerOf(transaction.objectStore(UNSENT).count());
  } finally {
    database.close();
  }
}

function answerOf<Result>(request: IDBRequest<Result>): Promise<Result> {
  const { promise, resolve, reject } = Promise.withResolvers<Result>();
  request.addEventListener('success', () => resolve(request.result));
  request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB gave no answer')));
  return promise;
}
