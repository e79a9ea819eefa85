import type { JSHandle, Page } from '@playwright/test';
import { SIGNED_IN, SIGNED_OUT } from './support/addresses.ts';
import { expectNoViolation } from './support/axe.ts';
import { makeFriends } from './support/friends.ts';
import { enterOn, tabTo } from './support/keyboard.ts';
import { Participant } from './support/participant.ts';
import { drawPicture, giveFile } from './support/pictures.ts';
import { SIZE } from './support/size.ts';
import { expect, unhurried as test } from './support/test.ts';

test.setTimeout(180_000);

test('every page of the signed-out passes', async ({ open, product }) => {
  const pages = { ltr: await open('none'), rtl: await open('none') };
  await pages.rtl.addInitScript(() => localStorage.setItem('app-state', '{"state":{"language":"ar"},"version":0}'));
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
  await bob.wire.call('updatePreferences', { language: 'ar' });
  await checkAll(
    [...SIGNED_IN, `/chat/${room}`].map((path) => product.url + path),
    { ltr: ann.page, rtl: bob.page },
  );
  await bob.wire.call('updatePreferences', { language: 'en' });
  await ann.go(`/chat/${room}`);
  await ann.button('Report or block').click();
  await expect(ann.page.getByRole('menuitem', { name: 'Report Mei-Lin' })).toBeVisible();
  await expectNoViolation(ann.page, 'the menu of a chat');
});

test('moments, text matching, profiles and settings pass with what opens over them, which gives the focus back', async ({
  arrive,
}) => {
  const [ann, bob] = await Promise.all([arrive({ who: 'wei', voice: 'none' }), arrive({ who: 'mei', voice: 'none' })]);
  const { page } = ann;
  const draft = { content: 'Which line do you take home?', region: 'IS-1', ageRange: 'any', language: 'en' } as const;
  const [{ postId }] = [await ann.wire.call('createPostV2v2', draft), await bob.wire.call('createPostV2v2', draft)];
  await bob.wire.call('addCommentV2v2', { postId, content: 'The red one, always the last.' });

  await ann.go(`/mode1/${postId}`);
  await page.getByRole('checkbox', { name: 'Start a chat' }).check();
  await expectNoViolation(page, 'a comment that is chosen');
  await ann.button('Your moment').press('Enter');
  await page.getByRole('menuitem', { name: 'Delete' }).press('Enter');
  await expect(ann.dialog('Delete this moment?')).toBeVisible();
  await expectNoViolation(page, 'before a moment is deleted');
  await page.keyboard.press('Escape');
  await expect(ann.dialog('Delete this moment?')).toBeHidden();

  await ann.go('/mode1?region=IS-1');
  await ann.button('Reply').click();
  await expectNoViolation(page, 'a feed with a reply');
  await ann.button(/^Region/).press('Enter');
  await expect(page.getByRole('option').first()).toBeVisible();
  await expectNoViolation(page, 'choosing a region');
  await ann.dialog('Which region?').getByRole('button', { name: 'Close' }).press('Enter');
  await expect(ann.button(/^Region/)).toBeFocused();
  await test.step('what stood beside a moment that is deleted takes the focus', async () => {
    await ann.button('Your moment').press('Enter');
    await page.getByRole('menuitem', { name: 'Delete' }).press('Enter');
    await ann.dialog('Delete this moment?').getByRole('button', { name: 'Delete' }).press('Enter');
    await expect(ann.button('Your moment')).toBeHidden();
    await expect(page.getByRole('main').locator(':focus')).toBeVisible();
  });

  await ann.go('/mode3');
  await ann.button('Find someone').press('Enter');
  await expect(ann.text('Number 1 of 1 in the queue')).toBeVisible();
  await expectNoViolation(page, 'somebody to write with is looked for');
  await page.keyboard.press('Escape');
  await expect(ann.button('Find someone')).toBeFocused();

  await ann.go('/profile/edit');
  await ann.button('Photo 1: move or remove').press('Enter');
  await expect(page.getByRole('menu')).toBeVisible();
  await expectNoViolation(page, 'the menu of a photo');
  await page.keyboard.press('Escape');
  await expect(ann.button('Photo 1: move or remove')).toBeFocused();

  await ann.go('/settings');
  await ann.button('Log out everywhere').press('Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectNoViolation(page, 'before one is logged out everywhere');
  await page.keyboard.press('Escape');
  // Its own button has the same name.
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(ann.button('Log out everywhere')).toBeFocused();
});

test('a chat passes with all that can be said in it, and the lists of chats and calls', async ({ arrive }) => {
  const [ann, bob] = await Promise.all([arrive({ who: 'noor', voice: 440 }), arrive({ who: 'ama', voice: 'none' })]);
  const room = await makeFriends(ann, bob);
  await Promise.all([ann.go(`/chat/${room}`), bob.go(`/chat/${room}`)]);
  await ann.button('Record voice message').click();
  await expect(ann.page.getByRole('timer')).toHaveText('0:01');
  await expectNoViolation(ann.page, 'recording');
  await ann.button('Stop and listen').click();
  await expect(ann.button(/^Play voice message/).last()).toBeVisible();
  await expectNoViolation(ann.page, 'a recording that is ready');
  await ann.button('Send voice message').click();

  const sheet = ann.dialog('Send to Ama');
  const base64 = await drawPicture(ann.page, { width: 600, height: 400 });
  await giveFile(ann.page, { base64, how: 'paste' });
  await expect(sheet).toBeVisible();
  await expectNoViolation(ann.page, 'the picture sheet');
  await sheet.getByRole('button', { name: 'Send' }).click();
  await giveFile(ann.page, { base64, how: 'paste' });
  await sheet.getByText('See once').click();
  await sheet.getByRole('button', { name: 'Send' }).click();
  await bob.write('Look at https://example.org');
  await expect(ann.message('Not opened yet').last()).toBeVisible();
  await expectNoViolation(ann.page, 'a chat with a voice and pictures');
  await bob.button('See it once').last().click();
  await expect(bob.page.getByRole('dialog')).toBeVisible();
  await expectNoViolation(bob.page, 'before a one-time image');
  await bob.page.keyboard.press('Escape');
  await bob.button('Open photo').last().click();
  await expect(bob.dialog('Photo')).toBeVisible();
  await expectNoViolation(bob.page, 'a picture on the whole screen');
  await bob.page.keyboard.press('Escape');
  await bob.message('Look at https://example.org').last().hover();
  await bob.button('Message actions').last().click();
  await expect(bob.page.getByRole('menu')).toBeVisible();
  await expectNoViolation(bob.page, 'the menu of a message');
  await bob.page.keyboard.press('Escape');

  await ann.go('/chats');
  await ann.button('More about the chat with Ama').press('Enter');
  await expect(ann.page.getByRole('menuitem', { name: 'Delete chat' })).toBeVisible();
  await expectNoViolation(ann.page, 'the list with the menu of a chat');
  await ann.page.getByRole('menuitem', { name: 'Delete chat' }).press('Enter');
  await expect(ann.page.getByRole('dialog')).toBeVisible();
  await expectNoViolation(ann.page, 'before a chat is deleted');
  await ann.go('/call');
  await expect(ann.page.getByRole('listitem').filter({ hasText: 'Ama' }).first()).toBeVisible();
  await expectNoViolation(ann.page, 'the calls one has had');
});

test('by keyboard alone: signing in, a topic, a call, a like, the chat and its first word; and every screen on the way passes', async ({
  open,
  arrive,
  product,
}) => {
  const page = await open(440, { permissions: ['microphone'] });
  const ann = new Participant({ page, who: 'kai', product });
  const bob = await arrive({ who: 'ama', voice: 1000 });
  await ann.go('/call');
  await enterOn(page, page.getByRole('link', { name: /^Continue with/ }));
  await enterOn(page, ann.button(/^Kai/));
  await tabTo(page, page.getByLabel(/Topic/));
  await page.keyboard.type('The last train home');
  await enterOn(page, ann.button('Start a call'));
  await expect(ann.text('Number 1 of 1 in the queue')).toBeVisible();
  await expectNoViolation(page, 'in the queue');
  await bob.startCall();
  await expect(ann.timer).toBeVisible();
  await expectNoViolation(page, 'talking');
  await enterOn(page, ann.button('Report and leave'));
  await expect(ann.dialog('Report and leave')).toBeVisible();
  await expectNoViolation(page, 'reporting');
  await page.keyboard.press('Escape');
  await expect(ann.button('Report and leave')).toBeFocused();
  await enterOn(page, ann.button('End call'));
  await expect(ann.decision).toBeFocused();
  await expectNoViolation(page, 'deciding');
  await enterOn(page, ann.button('Like'));
  await bob.button('Like').click();
  await expect(ann.button('Open chat')).toBeVisible();
  await expectNoViolation(page, 'revealed');
  await bob.button('Open chat').click();
  await expect(bob.page.getByRole('log')).toBeVisible();
  const heard = await listen(bob.page);
  await enterOn(page, ann.button('Open chat'));
  await tabTo(page, page.getByRole('textbox', { name: /^Message/ }));
  await page.keyboard.type('So which one was it?');
  await page.keyboard.press('Enter');
  await expect(ann.message('So which one was it?')).toBeVisible();
  await test.step('what comes into an open room is read out', async () => {
    await expect.poll(() => heard.jsonValue()).toContain('Kai: So which one was it?');
  });
});

/** What stands in a live region from now on, also what stands there for a moment only. */
function listen(page: Page): Promise<JSHandle<string[]>> {
  return page.evaluateHandle(() => {
    const heard: string[] = [];
    const hear = (): void => {
      for (const { textContent } of document.querySelectorAll('[aria-live="polite"]')) heard.push(textContent);
    };
    new MutationObserver(hear).observe(document.body, { childList: true, subtree: true, characterData: true });
    return heard;
  });
}

interface Pages {
  ltr: Page;
  rtl: Page;
}

/** One address from left to right, the next from right to left; in the full size each in both. */
async function checkAll(addresses: readonly string[], { ltr, rtl }: Pages): Promise<void> {
  await Promise.all(
    [ltr, rtl].map(async (page, side) => {
      const taken = addresses.filter((_, at) => SIZE === 'full' || at % 2 === side);
      for (const address of taken) await check(page, address, side === 0 ? 'ltr' : 'rtl');
    }),
  );
}

async function check(page: Page, url: string, dir: 'ltr' | 'rtl'): Promise<void> {
  await page.goto(url);
  await expect(page.locator('html')).toHaveAttribute('dir', dir);
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toBeVisible();
  // The tab is named as the page is, by nothing else.
  await expect(page).toHaveTitle(new RegExp(RegExp.escape((await heading.textContent()) ?? '')));
  await expectNoViolation(page, `${url} ${dir}`);
}
