import { CALLABLES, profile as profileSchema, type InputDraft } from '@yonder/contract';
import { expect, test } from 'vitest';
import { DomainError } from '../platform/errors.ts';
import { freshDatabase } from '../testing/database.ts';
import { createTestProfiles } from './testing.ts';

const world = await freshDatabase();
const { database, clock } = world;
const { profiles, connect, newcomer, member, released } = createTestProfiles(world);

const look = (userId: string, uid = userId) => profiles.get({ userId, now: new Date(clock.now()) }, uid);
/** Parsed by the contract, as every call is. */
const edit = async (userId: string, draft: InputDraft<'updateProfile'>) => {
  const parsed = CALLABLES.updateProfile.input.safeParse(draft);
  if (!parsed.success) throw new DomainError('bad-input');
  return database.transaction((tx) => profiles.updateProfile(tx, userId, parsed.data));
};

async function reasonOf(work: Promise<unknown>): Promise<string> {
  const error: unknown = await work.then(
    () => new Error('it was not refused'),
    (thrown: unknown) => thrown,
  );
  if (error instanceof DomainError) return error.reason;
  throw error;
}

test('what is named changes, tidied, and the rest stays, also that of others', async () => {
  const [ann, bob] = [await member({ name: 'Ann' }), await member({ name: 'Bob' })];
  const before = await look(bob);
  await clock.advance(1_000);
  const own = await edit(ann, { name: '  Ann \u202e  Lee ', bio: ' Night buses.\r\n\n\n\nFilm. ' });
  expect(profileSchema.parse(own)).toEqual(own);
  expect(own).toMatchObject({
    name: 'Ann Lee',
    bio: 'Night buses.\n\nFilm.',
    region: 'TW-TPE',
    languages: ['zh-TW', 'en'],
    updatedAt: clock.now(),
  });
  expect(own.profile).toEqual({ name: 'Ann Lee', photos: [], thumbs: [] });
  await edit(ann, { languages: ['ja', 'ja', 'en'], interests: [' Jazz', 'jazz', 'maps '] });
  expect(await look(ann)).toMatchObject({ name: 'Ann Lee', languages: ['ja', 'en'], interests: ['Jazz', 'maps'] });
  expect(await look(bob)).toEqual(before);
});

test('an empty name is Anonymous; one of 60 characters fits, one of 61 does not', async () => {
  const ann = await member({ name: 'Ann' });
  expect(await edit(ann, { name: ' \u200b ' })).toMatchObject({ name: 'Anonymous' });
  expect(await edit(ann, { name: ` ${'x'.repeat(60)} ` })).toMatchObject({ name: 'x'.repeat(60) });
  expect(await reasonOf(edit(ann, { name: 'x'.repeat(61) }))).toBe('bad-input');
});

test('a region changes once a local day; naming the same one is no change', async () => {
  const ann = await member({ region: 'TW-TPE', timezone: 'Asia/Taipei' });
  expect(await look(ann)).toMatchObject({ regionChangedAt: null, regionChangesAt: null });
  expect(await edit(ann, { region: 'TW-TPE' })).toMatchObject({ regionChangedAt: null });
  const changed = await edit(ann, { region: 'JP-13' });
  const { regionChangesAt } = changed;
  expect(changed).toMatchObject({ region: 'JP-13', regionChangedAt: clock.now() });
  expect(await reasonOf(edit(ann, { region: 'TW', name: 'Annie' }))).toBe('region-changed-today');
  expect(await edit(ann, { region: 'JP-13' })).toMatchObject({ region: 'JP-13', name: 'Mei' });
  await clock.advance(regionChangesAt! - clock.now() - 1);
  expect(await reasonOf(edit(ann, { region: 'TW' }))).toBe('region-changed-today');
  await clock.advance(1);
  expect(await edit(ann, { region: 'TW' })).toMatchObject({ region: 'TW', regionChangedAt: clock.now() });
});

test('moving the timezone back and forth wins no second change', async () => {
  const ann = await member({ timezone: 'Pacific/Kiritimati' });
  await edit(ann, { region: 'KI' });
  for (const timezone of ['Pacific/Pago_Pago', 'UTC', 'Pacific/Kiritimati']) {
    expect(await reasonOf(edit(ann, { region: 'TW', timezone }))).toBe('region-changed-today');
  }
  const bob = await member({ timezone: 'Pacific/Pago_Pago' });
  await edit(bob, { region: 'AS' });
  for (const timezone of ['UTC', 'Pacific/Kiritimati']) {
    expect(await reasonOf(edit(bob, { region: 'TW', timezone }))).toBe('region-changed-today');
  }
});

test.each<[InputDraft<'updateProfile'>, string]>([
  [{ region: 'TW-XXX' }, 'unknown-region'],
  [{ languages: ['en-aaaaaaaa-aaaaaaaa', 'xx-1'] }, 'bad-input'],
  [{ photos: ['photos/of-somebody.webp'] }, 'photo-not-found'],
])('%j is refused as %s, and nothing of it is kept', async (changes, reason) => {
  const ann = await member({ name: 'Ann' });
  const before = await look(ann);
  expect(await reasonOf(edit(ann, { ...changes, name: 'Eve' }))).toBe(reason);
  expect(await look(ann)).toEqual(before);
});

test('photos stand in the order given; those that are left out are let go of', async () => {
  const ann = await member();
  const paths = ['a', 'b', 'c'].map((name) => `photos/${ann}-${name}.webp`);
  const addresses = paths.map((path) => `/media/${path}`);
  expect(await edit(ann, { photos: paths })).toMatchObject({ photos: addresses });
  const [a, b, c] = addresses;
  const added = `photos/${ann}-d.webp`;
  const own = await edit(ann, { photos: [c!, added, a!] });
  expect(own.photos).toEqual([c, `/media/${added}`, a]);
  expect(own.thumbs).toEqual([c, `/media/${added}`, a].map((address) => `${address}-thumb`));
  expect(own.profile).toEqual({ name: own.name, photos: own.photos, thumbs: own.thumbs });
  expect(released).toEqual([b!.replace('/media/', '')]);
  expect(await reasonOf(edit(ann, { photos: [a!, `${paths[0]}`] }))).toBe('bad-input');
  expect((await edit(ann, { photos: [] })).photos).toEqual([]);
});

test('two edits of the photos at once leave one of the two orders', async () => {
  const ann = await member();
  const paths = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `photos/${ann}-${name}.webp`);
  await edit(ann, { photos: paths });
  const orders = [paths.toReversed(), paths.slice(0, 3)].map((order) => order.map((path) => `/media/${path}`));
  await Promise.all(orders.map((photos) => edit(ann, { photos })));
  expect(orders).toContainEqual((await look(ann)).photos);
});

test('an age range that is not shown is seen by oneself alone', async () => {
  const [ann, bob] = [await member(), await member()];
  connect(ann, bob);
  expect(await look(bob, ann)).toMatchObject({ relation: 'partner', ageRange: '25-34' });
  expect(await edit(ann, { showsAgeRange: false })).toMatchObject({ ageRange: '25-34', showsAgeRange: false });
  expect(await look(bob, ann)).toMatchObject({ relation: 'partner', ageRange: null });
});

test('who waits for premium is remembered since they first asked, until they ask no more', async () => {
  const ann = await member();
  const ask = (awaits: boolean) => database.transaction((tx) => profiles.awaitPremium(tx, ann, awaits));
  const since = async () =>
    (
      await database.read
        .selectFrom('profiles.profile')
        .where('user_id', '=', ann)
        .select('awaits_premium_since')
        .executeTakeFirst()
    )?.awaits_premium_since?.getTime() ?? null;
  const first = clock.now();
  await ask(true);
  await clock.advance(5_000);
  await ask(true);
  expect([await since(), (await look(ann)).relation === 'self']).toEqual([first, true]);
  expect(await look(ann)).toMatchObject({ awaitsPremium: true });
  await ask(false);
  expect(await look(ann)).toMatchObject({ awaitsPremium: false });
});

test('whoever has not been onboarded has nothing to edit', async () => {
  expect(await reasonOf(edit(await newcomer(), { name: 'Eve' }))).toBe('profile-not-found');
});
