/* The signed-in user's own profile on this device, so that the app opens without a network. */
import { profile, type OwnProfile } from '@yonder/contract';
import { personalName } from '../lib/personal-storage.ts';
import type { User } from '../state/user.ts';

const PART = '-self';
const STORE = 'self';
const KEY = 'profile';

/** Wiped at logout with all their data. */
export async function keepSelf(own: OwnProfile): Promise<void> {
  const database = await open(own.userId);
  await database.put(STORE, own, KEY);
  database.close();
}

/** Merges later changes of their profile into the copy. */
export async function keepChanged({ id, profile: shown, ...changed }: User): Promise<void> {
  const kept = await keptSelf(id);
  if (kept !== null) await keepSelf({ ...kept, ...changed, ...shown });
}

/** Null: never stored here, or wiped at logout. */
export async function keptSelf(userId: string): Promise<OwnProfile | null> {
  const database = await open(userId);
  const kept = profile.safeParse(await database.get(STORE, KEY)).data;
  database.close();
  return kept?.relation === 'self' ? kept : null;
}

/** idb is loaded for signed-in users only. */
async function open(userId: string) {
  const { openDB } = await import('idb');
  return openDB(personalName(userId) + PART, 1, { upgrade: (database) => void database.createObjectStore(STORE) });
}
