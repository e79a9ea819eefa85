import type { Page } from '@playwright/test';
import { expectNoViolation } from './support/axe.ts';
import { makeFriends } from './support/friends.ts';
import { expect, unhurried as test } from './support/test.ts';

test.setTimeout(180_000);

const SIGNED_OUT = [
  ...['/', '/welcome', '/login', '/register', '/terms', '/privacy', '/about', '/contact', '/help', '/rules'],
  ...['/child-safety', '/download/ios', '/download/android', '/nowhere'],
];
const SIGNED_IN = [
  ...['/home', '/chats', '/call', '/mode1', '/mode3', '/nearby', '/profile', '/profile/edit', '/settings'],
  ...['/notifications', '/upgrade'],
];

test('every page of the signed-out passes', async ({ open, product }) => {
  const pages = [await open('none'), await open('none')] as const;
  await checkAll(
    SIGNED_OUT.map((path) => product.url + path),
    pages,
  );
});

test('every page of the signed-in passes', async ({ arrive, product }) => {
  const [ann, bob] = await Promise.all([arrive({ who: 'wei', voice: 'none' }), arrive({ who: 'mei', voice: 'none' })]);
  const room = await makeFriends(ann, bob);
  await bob.wire.call('sendMessageV2v2', {
    chatRoomId: room,
    clientMessageId: crypto.randomUUID(),
    type: 'text',
    content: 'Hello from here',
  });
  const tabs = [ann.page, (await ann.anotherTab()).page] as const;
  await checkAll(
    [...SIGNED_IN, `/chat/${room}`].map((path) => product.url + path),
    tabs,
  );
  await ann.go(`/chat/${room}`);
  await ann.button('Report or block').click();
  await expect(ann.page.getByRole('menuitem', { name: 'Report Mei-Lin' })).toBeVisible();
  await expectNoViolation(ann.page, 'the menu of a chat');
});

test('a call passes from the queue to the reveal', async ({ arrive }) => {
  const [ann, bob] = await Promise.all([arrive({ who: 'kai', voice: 440 }), arrive({ who: 'ama', voice: 1000 })]);
  await ann.startCall();
  await expect(ann.text('Number 1 of 1 in the queue')).toBeVisible();
  await expectNoViolation(ann.page, 'in the queue');
  await bob.startCall();
  await expect(ann.timer).toBeVisible();
  await expectNoViolation(ann.page, 'talking');
  await ann.button('Report and leave').click();
  await expectNoViolation(ann.page, 'reporting');
  await ann.page.keyboard.press('Escape');
  await ann.button('End call').click();
  await expect(ann.decision).toBeVisible();
  await expectNoViolation(ann.page, 'deciding');
  await ann.button('Like').click();
  await bob.button('Like').click();
  await expect(ann.button('Open chat')).toBeVisible();
  await expectNoViolation(ann.page, 'revealed');
});

/** Each of the pages takes the next address as soon as it is done with its last. */
async function checkAll(addresses: readonly string[], pages: readonly Page[]): Promise<void> {
  const left = addresses.values();
  await Promise.all(
    pages.map(async (page) => {
      for (const address of left) await check(page, address);
    }),
  );
}

async function check(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectNoViolation(page, url);
}
