import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { makeFriends } from './support/friends.ts';
import { expect, test } from './support/test.ts';

test.use({ settings: { CAN_DISLIKE_SECONDS: '0' } });

/** target-size is in wcag22aa and off without it. */
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
const APPEARANCES = ['dark', 'light'] as const;

const SIGNED_OUT = [
  ...['/', '/welcome', '/login', '/register', '/terms', '/privacy', '/about', '/contact', '/help', '/rules'],
  ...['/child-safety', '/download/ios', '/download/android', '/nowhere'],
];
const SIGNED_IN = [
  ...['/home', '/chats', '/call', '/mode1', '/mode3', '/nearby', '/profile', '/profile/edit', '/settings'],
  ...['/notifications', '/upgrade'],
];

for (const appearance of APPEARANCES) {
  test(`every page of the signed-out passes, ${appearance}`, async ({ open, product }) => {
    const page = await open('none');
    await chooseAppearance(page, appearance);
    for (const path of SIGNED_OUT) await check(page, product.url + path);
  });

  test(`every page of the signed-in passes, ${appearance}`, async ({ arrive, product }) => {
    const [ann, bob] = await Promise.all([
      arrive({ who: 'wei', voice: 'none' }),
      arrive({ who: 'mei', voice: 'none' }),
    ]);
    const room = await makeFriends(ann, bob);
    await bob.wire.call('sendMessageV2v2', {
      chatRoomId: room,
      clientMessageId: crypto.randomUUID(),
      type: 'text',
      content: 'Hello from here',
    });
    await chooseAppearance(ann.page, appearance);
    for (const path of [...SIGNED_IN, `/chat/${room}`]) await check(ann.page, product.url + path);
  });
}

async function chooseAppearance(page: Page, theme: (typeof APPEARANCES)[number]): Promise<void> {
  await page.addInitScript((chosen) => {
    localStorage.setItem('app-state', JSON.stringify({ state: { theme: chosen }, version: 0 }));
  }, theme);
}

async function check(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const { violations } = await new AxeBuilder({ page }).withTags(TAGS).analyze();
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  expect(found, url).toEqual([]);
}
