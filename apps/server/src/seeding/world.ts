import { randomBytes } from 'node:crypto';
import { TERMS_VERSION } from '@yonder/contract';
import { endSessionsOf } from '../identity/index.ts';
import { adoptPhoto, forgetPhoto, type DrawnPhoto, type ObjectStore } from '../media/index.ts';
import { beFound } from '../nearby/index.ts';
import type { Database, Tx } from '../platform/database.ts';
import { uuidv7 } from '../platform/ids.ts';
import { SEEDED_PEOPLE, type SeededPerson } from './people.ts';
import { seedMoments, type Seeded } from './moments.ts';
import { drawPortraits, storeDrawing } from './photos.ts';

export interface World {
  database: Database;
  objects: ObjectStore;
}

/** The provider of the local provider's accounts. */
const LOCAL_PROVIDER = 'local';

/**
 * Makes the demo users that have no account yet: the first start finds a small living world, and a later one leaves it
 * alone. Returns how many were made.
 */
export async function seedWorld({ database, objects }: World): Promise<number> {
  const missing: SeededPerson[] = [];
  for (const person of SEEDED_PEOPLE) if (!(await isKnown(database, person))) missing.push(person);
  if (missing.length === 0) return 0;
  const drawings = await drawPortraits(missing.map(({ subject }) => subject));
  const made: Seeded[] = [];
  for (const [i, person] of missing.entries()) {
    const photo = await storeDrawing(objects, drawings[i]!);
    const userId = await database.transaction((tx) => insertPerson(tx, person, photo));
    made.push({ ...person, userId });
  }
  // Only when all are new: the older ones have a life of their own.
  if (made.length === SEEDED_PEOPLE.length) await database.transaction((tx) => seedMoments(tx, made));
  return made.length;
}

/**
 * Takes away the demo users' profiles and photos and signs them out. Their accounts stay, not onboarded, so they are
 * not seeded again.
 */
export async function unseedWorld({ database, objects }: World): Promise<number> {
  let removed = 0;
  for (const person of SEEDED_PEOPLE) {
    const photos = await database.transaction((tx) => removePerson(tx, person));
    if (photos === undefined) continue;
    for (const { path, thumbPath } of photos) await Promise.all([objects.delete(path), objects.delete(thumbPath)]);
    removed += 1;
  }
  return removed;
}

async function isKnown(database: Database, { subject }: SeededPerson): Promise<boolean> {
  const account = await database.read
    .selectFrom('identity.account')
    .where('provider', '=', LOCAL_PROVIDER)
    .where('subject', '=', subject)
    .select('user_id')
    .executeTakeFirst();
  return account !== undefined;
}

async function insertPerson(tx: Tx, person: SeededPerson, photo: DrawnPhoto): Promise<string> {
  const user_id = uuidv7(tx.now.getTime());
  await tx.db
    .insertInto('identity.account')
    .values({
      user_id,
      provider: LOCAL_PROVIDER,
      subject: person.subject,
      suggested_name: person.name,
      created_at: tx.now,
      onboarded_at: tx.now,
    })
    .execute();
  await tx.db
    .insertInto('profiles.profile')
    .values({
      user_id,
      name: person.name,
      birth_date: person.birthDate,
      region: person.region,
      languages: [...person.languages],
      interests: [...person.interests],
      bio: person.bio,
      is_paid: person.isPaid,
      timezone: person.timezone,
      terms_version: TERMS_VERSION,
      terms_accepted_at: tx.now,
      created_at: tx.now,
      updated_at: tx.now,
      last_active: tx.now,
    })
    .execute();
  await tx.db
    .insertInto('profiles.photo')
    .values({ user_id, position: 0, path: photo.path, thumb_path: photo.thumbPath })
    .execute();
  await adoptPhoto(tx, user_id, photo);
  const { nearby: point } = person;
  if (point) await beFound(tx, { userId: user_id, point, secret: randomBytes(32), before: null });
  return user_id;
}

/** Returns the photos that are no longer shown. Undefined when the user was not onboarded. */
async function removePerson(
  tx: Tx,
  { subject }: SeededPerson,
): Promise<Pick<DrawnPhoto, 'path' | 'thumbPath'>[] | undefined> {
  const account = await tx.db
    .updateTable('identity.account')
    .set({ onboarded_at: null })
    .where('provider', '=', LOCAL_PROVIDER)
    .where('subject', '=', subject)
    .where('onboarded_at', 'is not', null)
    .returning('user_id')
    .executeTakeFirst();
  if (account === undefined) return undefined;
  const { user_id: userId } = account;
  await endSessionsOf(tx, userId);
  await tx.db.deleteFrom('posts.post').where('author_id', '=', userId).execute();
  await tx.db.deleteFrom('nearby.place').where('user_id', '=', userId).execute();
  await tx.db.deleteFrom('push.subscription').where('user_id', '=', userId).execute();
  const photos = await tx.db
    .deleteFrom('profiles.photo')
    .where('user_id', '=', userId)
    .returning(['path', 'thumb_path as thumbPath'])
    .execute();
  for (const { path } of photos) await forgetPhoto(tx, path);
  await tx.db.deleteFrom('profiles.profile').where('user_id', '=', userId).execute();
  return photos;
}
