/* The signed-in person's own profile on this device, so that the app opens without a network. */
import { profile, type OwnProfile } from '@yonder/contract';
import { personalName } from '../lib/personal-storage.ts';
import type { User } from '../state/user.ts';

const PART = '-self';
const STORE = 'self';
const KEY = 'profile';

/** Wiped at logout with everything of theirs. */
export async function keepSelf(own: OwnProfile): Promise<void> {
  const database = await open(own.userId);
  await database.put(STORE, own, KEY);
  database.close();
}

/** What they have changed of themselves since. */
export async function keepChanged({ id, profile: shown, ...changed }: User): Promise<void> {
  const kept = await keptSelf(id);
  if (kept !== null) await keepSelf({ ...kept, ...changed, ...shown });
}

/** Null: they were not in here, or have left. */
export async function keptSelf(userId: string): Promise<OwnProfile | null> {
  const database = await open(userId);
  const kept = profile.safeParse(await database.get(STORE, KEY)).data;
  database.close();
  return kept?.relation === 'self' ? kept : null;
}

/** Only who is signed in needs what reads and writes it. */
async function open(userId: string) {
  const { openDB } = await import('idb');
  return openDB(personalName(userId) + PART, 1, { upgrade: (database) => void database.createObjectStore(STORE) });
}
