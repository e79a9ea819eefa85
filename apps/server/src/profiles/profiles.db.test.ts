import { profile as profileSchema, TERMS_VERSION, type Reason } from '@yonder/contract';
import { expect, test } from 'vitest';
import { DomainError } from '../platform/errors.ts';
import { uuidv7 } from '../platform/ids.ts';
import { freshDatabase } from '../testing/database.ts';
import { person } from './index.ts';
import { createTestProfiles } from './testing.ts';

const world = await freshDatabase();
const { database, clock } = world;
const { profiles, connect, newcomer, member, onboard } = createTestProfiles(world);

const look = (userId: string, uid = userId) => profiles.get({ userId, now: new Date(clock.now()) }, uid);

async function reasonOf(work: Promise<unknown>): Promise<Reason> {
  const error: unknown = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (error instanceof DomainError) return error.reason;
  throw new Error('it did not fail with a reason', { cause: error });
}

async function block(who: string, whom: string): Promise<void> {
  const created_at = new Date(clock.now());
  await database.read
    .insertInto('safety.block')
    .values({ id: uuidv7(clock.now()), who, whom, created_at })
    .execute();
}

async function givePhotos(userId: string, names: readonly string[]): Promise<void> {
  const rows = names.map((name, position) => ({
    user_id: userId,
    position,
    path: `photos/${name}.webp`,
    thumb_path: `photos/${name}-thumb.webp`,
  }));
  await database.read.insertInto('profiles.photo').values(rows).execute();
}

const topics = { messages: true, matches: true, calls: true, comments: true };
const ALL_TOLD = { push: { ...topics, moderation: true }, inApp: { ...topics, sounds: true }, previews: true };

test('a newcomer sees themselves as Anonymous, with the provider’s name as a suggestion', async () => {
  const ann = await newcomer('  Ann \u0007 of the  Hills ');
  const own = await look(ann);
  expect(profileSchema.parse(own)).toEqual(own);
  expect(own).toMatchObject({
    relation: 'self',
    name: 'Anonymous',
    suggestedName: 'Ann of the Hills',
    onboarded: false,
  });
});

test('completing onboarding makes a member with 20 opportunities, the golden dark look and the accepted terms', async () => {
  const ann = await newcomer('Ann');
  const own = await onboard({ userId: ann, changes: { name: 'Ann Lee' } });
  expect(profileSchema.parse(own)).toEqual(own);
  expect(own).toEqual({
    relation: 'self',
    userId: ann,
    name: 'Ann Lee',
    photos: [],
    thumbs: [],
    profile: { name: 'Ann Lee', photos: [], thumbs: [] },
    bio: '',
    onboarded: true,
    termsVersion: TERMS_VERSION,
    erasesAt: null,
    suggestedName: 'Ann',
    ageRange: '25-34',
    showsAgeRange: true,
    region: 'TW-TPE',
    regionChangedAt: null,
    regionChangesAt: null,
    languages: ['zh-TW', 'en'],
    interests: [],
    isPaid: false,
    isModerator: false,
    timezone: 'Asia/Taipei',
    commentOpportunities: 20,
    commentLastResetToken: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
    lastCommentGrantDate: null,
    awaitsPremium: false,
    preferences: {
      theme: 'dark',
      selectedTheme: 'golden',
      language: 'en',
      readReceipts: true,
      typingIndicator: true,
      enterSends: true,
      relayCalls: true,
      ringtone: true,
      vibration: true,
      ...ALL_TOLD,
    },
    createdAt: clock.now(),
    updatedAt: clock.now(),
    lastActive: clock.now(),
    currentMode: null,
  });
  const row = await database.read
    .selectFrom('profiles.profile')
    .where('user_id', '=', ann)
    .select(['birth_date', 'terms_version', 'terms_accepted_at'])
    .executeTakeFirst();
  expect(row).toEqual({ birth_date: '1998-09-02', terms_version: '2024-01', terms_accepted_at: new Date(clock.now()) });
});

test('an empty name is shown as Anonymous', async () => {
  const ann = await member({ name: '' });
  expect(await look(ann)).toMatchObject({ name: 'Anonymous' });
});

test('a second onboarding is refused and changes nothing', async () => {
  const ann = await member({ name: 'Ann' });
  const again = onboard({ userId: ann, changes: { name: 'Bob', birthDate: '2015-01-01' } });
  expect(await reasonOf(again)).toBe('already-onboarded');
  expect(await look(ann)).toMatchObject({ name: 'Ann', onboarded: true });
});

test('17 years and 364 days is refused for good; 18 today is not', async () => {
  const [minor, adult] = [await newcomer(), await newcomer()];
  const timezone = 'UTC';
  const early = onboard({ userId: minor, changes: { birthDate: '2008-06-16', timezone } });
  expect(await reasonOf(early)).toBe('under-age');
  const older = onboard({ userId: minor, changes: { birthDate: '1990-01-01' } });
  expect(await reasonOf(older)).toBe('under-age');
  expect(await reasonOf(look(minor))).toBe('under-age');
  const rows = await database.read.selectFrom('profiles.profile').where('user_id', '=', minor).selectAll().execute();
  expect(rows).toEqual([]);
  await onboard({ userId: adult, changes: { birthDate: '2008-06-15', timezone } });
  expect(await look(adult)).toMatchObject({ onboarded: true, ageRange: '18-24' });
});

test('a refusal for good is answered again to the same request', async () => {
  const once = { userId: await newcomer(), changes: { birthDate: '2015-01-01' }, requestId: 'the-same-request' };
  expect(await reasonOf(onboard(once))).toBe('under-age');
  expect(await reasonOf(onboard(once))).toBe('under-age');
});

test('40 minors at once, four times as many as there are connections, are all refused for good', async () => {
  const minors = await Promise.all(Array.from({ length: 40 }, () => newcomer()));
  const answers = await Promise.all(
    minors.map((userId) => reasonOf(onboard({ userId, changes: { birthDate: '2015-01-01' } }))),
  );
  expect(new Set(answers)).toEqual(new Set(['under-age']));
  const refused = database.read.selectFrom('identity.account').where('refused_at', 'is not', null);
  expect(await refused.where('user_id', 'in', minors).select('user_id').execute()).toHaveLength(40);
});

test.each([
  ['2027-01-01', 'bad-birth-date'],
  ['2007-02-29', 'bad-birth-date'],
  ['1900-01-01', 'bad-birth-date'],
] as const)('a birth date of %s is refused, and not for good', async (birthDate, reason) => {
  const ann = await newcomer();
  expect(await reasonOf(onboard({ userId: ann, changes: { birthDate } }))).toBe(reason);
  await onboard({ userId: ann });
});

test('two onboardings of one person at once: one is kept', async () => {
  const ann = await newcomer();
  const names = ['Ann', 'Bob', 'Cem', 'Dee'];
  const results = await Promise.allSettled(names.map((name) => onboard({ userId: ann, changes: { name } })));
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const rows = await database.read.selectFrom('profiles.profile').where('user_id', '=', ann).selectAll().execute();
  expect(rows).toHaveLength(1);
});

test('a stranger, a partner and a blocked person get three different answers', async () => {
  const [ann, bob, cem] = [await member(), await member({ name: 'Bob' }), await member()];
  await givePhotos(bob, ['one', 'two']);
  await database.read
    .updateTable('profiles.profile')
    .set({ bio: 'Hello', interests: ['jazz'] })
    .where('user_id', '=', bob)
    .execute();
  const face = {
    name: 'Bob',
    photos: ['/media/photos/one.webp', '/media/photos/two.webp'],
    thumbs: ['/media/photos/one-thumb.webp', '/media/photos/two-thumb.webp'],
  };
  const shown = {
    userId: bob,
    ...face,
    profile: face,
    bio: 'Hello',
    languages: ['zh-TW', 'en'],
  };
  expect(await look(ann, bob)).toEqual({ relation: 'stranger', ...shown });
  connect(ann, bob);
  const partner = { ageRange: '25-34', region: 'TW-TPE', interests: ['jazz'] };
  expect(await look(ann, bob)).toEqual({ relation: 'partner', ...shown, ...partner });
  expect(await look(cem, bob)).toEqual({ relation: 'stranger', ...shown });
  await block(bob, ann);
  expect(await reasonOf(look(ann, bob))).toBe('profile-not-found');
  expect(await reasonOf(look(bob, ann))).toBe('profile-not-found');
  expect(await look(cem, bob)).toEqual({ relation: 'stranger', ...shown });
});

test('missing, blocked, not onboarded and refused are the same not-found, in the specification’s words', async () => {
  const [ann, blocked, fresh, refused] = [
    await member(),
    await member(),
    await newcomer('Secret'),
    await newcomer('Teen'),
  ];
  await block(ann, blocked);
  await reasonOf(onboard({ userId: refused, changes: { birthDate: '2010-01-01' } }));
  for (const uid of [uuidv7(clock.now()), blocked, fresh, refused]) {
    const error = await look(ann, uid).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      code: 'not-found',
      message: 'User profile not found. Please log out and log in again.',
    });
  }
});

test('nobody but themselves is open to who is not inside yet, and to who leaves', async () => {
  const [ann, bob, fresh] = [await member(), await member(), await newcomer('Cem')];
  expect(await reasonOf(look(fresh, ann))).toBe('onboarding-required');
  expect(await look(fresh)).toMatchObject({ relation: 'self', onboarded: false });
  connect(ann, bob);
  await database.read.updateTable('profiles.profile').set({ is_leaving: true }).where('user_id', '=', bob).execute();
  expect(await reasonOf(look(bob, ann))).toBe('leaving');
  expect(await look(bob)).toMatchObject({ relation: 'self' });
});

test('being in an anonymous call with somebody does not change what their id tells', async () => {
  const [ann, bob] = [await member(), await member()];
  const before = await look(ann, bob);
  const sessionId = uuidv7(clock.now());
  const at = new Date(clock.now());
  const row = { kind: 'voice', ref: sessionId, ticket: sessionId, place: 1, since: at, seen_at: at };
  await database.read
    .insertInto('engagement.engagement')
    .values([ann, bob].map((user_id) => ({ user_id, ...row })))
    .execute();
  expect(await look(ann, bob)).toEqual(before);
  expect(before.relation).toBe('stranger');
});

test('what one wants to be told changes switch by switch, also where two tabs change it at once', async () => {
  const ann = await member();
  const set = (changes: Parameters<typeof profiles.updatePreferences>[2]) =>
    database.transaction((tx) => profiles.updatePreferences(tx, ann, changes));
  await Promise.all([set({ push: { calls: false } }), set({ push: { comments: false }, inApp: { matches: false } })]);
  const { push, inApp } = ALL_TOLD;
  const changed = { push: { ...push, calls: false, comments: false }, inApp: { ...inApp, matches: false } };
  expect(await set({ previews: false })).toMatchObject({ ...changed, previews: false });
  await set({ push: { calls: true } });
  expect(await look(ann)).toMatchObject({ preferences: { push: { ...push, comments: false } } });
});

test('preferences change one by one, the other person’s stay', async () => {
  const [ann, bob] = [await member(), await member()];
  const set = (changes: Parameters<typeof profiles.updatePreferences>[2]) =>
    database.transaction((tx) => profiles.updatePreferences(tx, ann, changes));
  const calls = { relayCalls: true, ringtone: true, vibration: true };
  const shown = { readReceipts: true, typingIndicator: true, enterSends: true, ...calls, ...ALL_TOLD };
  expect(await set({ selectedTheme: 'ocean' })).toEqual({
    theme: 'dark',
    selectedTheme: 'ocean',
    language: 'en',
    ...shown,
  });
  expect(await set({ theme: 'light', language: 'ja' })).toEqual({
    theme: 'light',
    selectedTheme: 'ocean',
    language: 'ja',
    ...shown,
  });
  expect(await set({ readReceipts: false })).toMatchObject({ ...shown, readReceipts: false });
  expect(await set({ typingIndicator: false, enterSends: false })).toMatchObject({
    readReceipts: false,
    typingIndicator: false,
    enterSends: false,
  });
  expect(await set({ readReceipts: true })).toMatchObject({ readReceipts: true, typingIndicator: false });
  expect(await set({ relayCalls: false })).toMatchObject({ readReceipts: true, ...calls, relayCalls: false });
  expect(await set({ ringtone: false })).toMatchObject({ ringtone: false, vibration: true });
  expect(await set({ vibration: false, ringtone: true })).toMatchObject({ ringtone: true, vibration: false });
  await set({ timezone: 'Europe/Madrid' });
  expect(await look(ann)).toMatchObject({ timezone: 'Europe/Madrid', preferences: { theme: 'light' } });
  expect(await look(bob)).toMatchObject({ timezone: 'Asia/Taipei', preferences: { theme: 'dark' } });
  await set({ timezone: 'Mars/Olympus' });
  expect(await look(ann)).toMatchObject({ timezone: 'UTC' });
});

test('last active moves for oneself alone, and a newcomer’s attempt does no harm', async () => {
  const [ann, bob, fresh] = [await member(), await member(), await newcomer()];
  const before = clock.now();
  await clock.advance(60_000);
  for (const userId of [ann, fresh]) await database.transaction((tx) => profiles.updateLastActive(tx, userId));
  expect(await look(ann)).toMatchObject({ lastActive: before + 60_000 });
  expect(await look(bob)).toMatchObject({ lastActive: before });
});

test('a paid person has 999 opportunities to see', async () => {
  const ann = await member();
  await database.read.updateTable('profiles.profile').set({ is_paid: true }).where('user_id', '=', ann).execute();
  expect(await look(ann)).toMatchObject({ isPaid: true, commentOpportunities: 999 });
});

test('people are looked up all at once, with their first photo; who is gone is Anonymous', async () => {
  const members = await Promise.all(Array.from({ length: 25 }, (_, i) => member({ name: `Person ${i}` })));
  await givePhotos(members[3]!, ['a', 'b']);
  const gone = uuidv7(clock.now());
  const people = await person(database.read, [...members, gone, members[0]!]);
  expect(people.size).toBe(26);
  expect(people.get(members[3]!)).toEqual({
    userId: members[3],
    name: 'Person 3',
    photo: '/media/photos/a.webp',
    thumb: '/media/photos/a-thumb.webp',
  });
  expect(people.get(gone)).toEqual({ userId: gone, name: 'Deleted account', photo: null, thumb: null });
  expect((await person(database.read, [])).size).toBe(0);
});
