import { TERMS_VERSION } from '@yonder/contract';
import { expect, test } from 'vitest';
import { World } from '../testing/world.ts';

const world = await World.start();
const { ann, database } = world;

test('whoever accepted older terms sees which, and each acceptance stays with its day', async () => {
  const before = world.clock.now();
  await database.transaction(async ({ db }) => {
    const old = { terms_version: 'an older one' };
    await db.updateTable('profiles.profile').set(old).where('user_id', '=', ann.userId).execute();
    const version = { version: 'an older one' };
    await db.updateTable('profiles.terms_acceptance').set(version).where('user_id', '=', ann.userId).execute();
  });
  expect(await ann.tab().call('getProfile')).toMatchObject({ termsVersion: 'an older one' });
  await world.advance(1_000);
  const tab = ann.tab();
  expect(await tab.call('acceptTerms', { termsVersion: TERMS_VERSION })).toBeNull();
  await world.advance(1_000);
  await tab.call('acceptTerms', { termsVersion: TERMS_VERSION });
  expect(await tab.call('getProfile')).toMatchObject({ termsVersion: TERMS_VERSION });
  const accepted = await database.read
    .selectFrom('profiles.terms_acceptance')
    .where('user_id', '=', ann.userId)
    .orderBy('accepted_at')
    .select(['version', 'accepted_at'])
    .execute();
  expect(accepted).toEqual([
    { version: 'an older one', accepted_at: new Date(before) },
    { version: TERMS_VERSION, accepted_at: new Date(before + 1_000) },
  ]);
});

test('terms that are not in force cannot be accepted', async () => {
  const refused = ann.tab().call('acceptTerms', { termsVersion: 'next year’s' });
  expect(await refused.catch((error: unknown) => error)).toMatchObject({ reason: 'terms-outdated' });
});
