import { expect, test } from 'vitest';
import { newTexter } from '../text-match/testing/texters.ts';
import { World } from '../testing/world.ts';

const world = await World.start();
const { database } = world;

test('whoever edits their languages or region is paired by the new ones from the next join on', async () => {
  // The preferences are cached before the join, as in a rush of joins.
  const ann = await newTexter(world, 'Ann');
  await world.app.modules.anonymous.queue.idle();
  await ann.call('updateProfile', { languages: ['ja'], region: 'JP-13' });
  await ann.call('joinCallQueue');
  const row = () =>
    database.read
      .selectFrom('engagement.engagement')
      .where('user_id', '=', ann.userId)
      .select(['language', 'region'])
      .executeTakeFirst();
  expect(await row()).toEqual({ language: 'ja', region: 'JP-13' });
  // A slot keeps the preferences it was taken with, until it is given up.
  await ann.call('updateProfile', { languages: ['de'] });
  await ann.call('joinCallQueue');
  expect(await row()).toMatchObject({ language: 'ja' });
  await ann.call('leaveCallQueue');
  await ann.call('joinCallQueue');
  expect(await row()).toMatchObject({ language: 'de' });
});
