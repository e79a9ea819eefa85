import { randomUUID } from 'node:crypto';
import { makeFriends } from './support/friends.ts';
import type { Participant } from './support/participant.ts';
import { expect, unhurried as test } from './support/test.ts';

const TOWER = Array.from('ZALGO', (letter) => letter + '\u0301\u0302\u0316'.repeat(14)).join('');

test('a tower of 42 marks a letter covers no neighbour, and an override turns no file name around', async ({
  arrive,
}) => {
  const [ann, bob] = await Promise.all([arrive({ who: 'noor', voice: 'none' }), arrive({ who: 'kai', voice: 'none' })]);
  const chatRoomId = await makeFriends(ann, bob);
  for (const content of ['Above', TOWER, 'Below', '\u202Egnp.exe', 'x'.repeat(300)]) {
    await ann.wire.call('sendMessageV2v2', { chatRoomId, clientMessageId: randomUUID(), type: 'text', content });
  }
  await bob.go(`/chat/${chatRoomId}`);
  const paragraphs = bob.page.getByRole('log').getByRole('paragraph');
  await expect(paragraphs.filter({ hasText: 'gnp.exe' })).toHaveText('gnp.exe');

  const neighbours = ['Above', 'Below'].map((text) => paragraphs.filter({ hasText: text }));
  const drawn = async (): Promise<Buffer[]> => Promise.all(neighbours.map((one) => one.screenshot()));
  const before = await drawn();
  await paragraphs.filter({ hasText: '\u0316' }).evaluate((tower) => (tower.style.visibility = 'hidden'));
  const after = await drawn();
  expect(after.map((shot, i) => shot.equals(before[i]!))).toEqual([true, true]);

  // Nothing of a word of 300 letters leaves the page.
  expect(await bob.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
});

test('a name that speaks for the service is refused in words, and a name of nothing is Anonymous', async ({
  arrive,
}) => {
  const ann = await arrive({ who: 'ama', voice: 'none' });
  await ann.go('/profile/edit');
  const name = ann.page.getByRole('textbox', { name: 'Name' });
  await name.fill('Moderator');
  await ann.button('Save').click();
  await expect(ann.page.getByText('This name is reserved. Please choose another one.').first()).toBeVisible();
  expect(await nameOf(ann)).toBe('Ama');
  await name.fill('\u3164\u200B\u2800');
  await ann.button('Save').click();
  await expect(ann.page).toHaveURL(/\/profile$/);
  await expect(ann.page.getByRole('heading', { name: 'Anonymous' })).toBeVisible();
  expect(await nameOf(ann)).toBe('Anonymous');
  // Other tests know her by it.
  await ann.wire.call('updateProfile', { name: 'Ama' });
});

async function nameOf({ wire }: Participant): Promise<string> {
  return (await wire.call('getProfile', null)).profile.name;
}
