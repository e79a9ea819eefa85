import type { Page } from '@playwright/test';
import { makeFriends } from './support/friends.ts';
import type { Participant } from './support/participant.ts';
import { expect, unhurried as test } from './support/test.ts';
import { cut, MARKED, speakPseudo, unmarked } from './support/words.ts';

const LARGE = ['/home', '/chats', '/call', '/mode1', '/nearby', '/profile', '/settings'];
const ROUTES = [
  ...LARGE,
  '/mode1/new',
  '/mode3',
  '/profile/edit',
  '/notifications',
  '/upgrade',
  '/settings/data',
  '/settings/delete',
];
/** Of those who are met, of what has no other word, and what Wei has written of himself. */
const NAMES = [
  'Yonder',
  'Wei',
  'Mei-Lin',
  'Mateo',
  'Noor',
  'Ama',
  'Kai',
  'Taipei',
  'Instagram',
  'TikTok',
  'Discord',
  'Chrome',
  'Linux',
  'photography',
  'city walks',
  'film',
];

test('nothing is left in English where words are marked and longer, and nothing is cut at 390 px, nor at 320 px with letters twice as large', async ({
  arrive,
}) => {
  const [ann, bob] = await Promise.all([arrive({ who: 'wei', voice: 'none' }), arrive({ who: 'mei', voice: 'none' })]);
  const room = await writeToOneAnother(ann, bob);
  const chat = `/chat/${room}`;
  await Promise.all([readMarked(ann, ['/', ...ROUTES, chat]), readLarge(bob, ['/', ...LARGE, chat])]);
});

async function readMarked(ann: Participant, paths: readonly string[]): Promise<void> {
  const { page, wire } = ann;
  await wire.call('updatePreferences', { language: 'ja' });
  await page.setViewportSize({ width: 390, height: 844 });
  await speakPseudo(page);
  for (const path of paths) {
    await ann.go(path);
    await expect(page.locator('html')).toHaveAttribute('lang', 'ja');
    await settled(page);
    await expect(page.locator('body')).toContainText(MARKED);
    expect.soft(await page.evaluate(unmarked, { names: NAMES }), `${path}, in English`).toEqual([]);
    expect.soft(await page.evaluate(cut), `${path}, cut`).toEqual([]);
  }
  await wire.call('updatePreferences', { language: 'en' });
}

async function readLarge(bob: Participant, paths: readonly string[]): Promise<void> {
  const { page } = bob;
  await page.setViewportSize({ width: 320, height: 640 });
  for (const path of paths) {
    await bob.go(path);
    await settled(page);
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
    expect.soft(await page.evaluate(cut), `${path}, large`).toEqual([]);
  }
}

async function settled(page: Page): Promise<void> {
  // What lies below the first screen of the landing page comes last.
  if (new URL(page.url()).pathname === '/') await expect(page.getByRole('contentinfo')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 }).or(page.getByRole('textbox')).first()).toBeVisible();
  await expect(page.locator('[role="status"][aria-label]')).toHaveCount(0);
  await page.evaluate(async () => document.fonts.ready);
}

async function writeToOneAnother(ann: Participant, bob: Participant): Promise<string> {
  const room = await makeFriends(ann, bob);
  for (const { wire } of [ann, bob]) {
    const clientMessageId = crypto.randomUUID();
    await wire.call('sendMessageV2v2', { chatRoomId: room, clientMessageId, type: 'text', content: 'The last bus' });
  }
  return room;
}
