/* The signed-in person's own profile on this device, so that the app opens without a network. */
import { profile, type OwnProfile } from '@yonder/contract';
import { personalDatabases, personalName } from '../lib/personal-storage.ts';

const PART = '-self';
const STORE = 'self';
const KEY = 'profile';

/** Wiped at logout with everything of theirs. */
export async function keepSelf(own: OwnProfile): Promise<void> {
  const database = await open(personalName(own.userId) + PART);
  await database.put(STORE, own, KEY);
  database.close();
}

/** Whoever was signed in here last and has not left; null: nobody. */
export async function keptSelf(): Promise<OwnProfile | null> {
  const name = (await personalDatabases()).find((one) => one.endsWith(PART));
  if (name === undefined) return null;
  const database = await open(name);
  const kept = profile.safeParse(await database.get(STORE, KEY)).data;
  database.close();
  return kept?.relation === 'self' ? kept : null;
}

/** Only who is signed in needs what reads and writes it. */
async function open(name: string) {
  const { openDB } = await import('idb');
  return openDB(name, 1, { upgrade: (database) => void database.createObjectStore(STORE) });
}
