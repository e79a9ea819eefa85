import type { Locator, Page } from '@playwright/test';
import { makeFriends } from './support/friends.ts';
import type { Participant } from './support/participant.ts';
import { expect, unhurried as test } from './support/test.ts';

function banner(page: Page, words: string): Locator {
  return banners(page).filter({ hasText: words });
}

function banners(page: Page): Locator {
  return page.getByRole('region', { name: 'Messages' }).locator('[data-toast]');
}

function row(page: Page, words: string): Locator {
  return page.getByRole('main').getByRole('link').filter({ hasText: words });
}

function homeTab({ page }: Participant): Locator {
  return page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Home/ });
}

function send({ wire }: Participant, chatRoomId: string, content: string) {
  return wire.call('sendMessageV2v2', { chatRoomId, clientMessageId: crypto.randomUUID(), type: 'text', content });
}

async function swipe(page: Page, toast: Locator): Promise<void> {
  const box = await toast.boundingBox();
  if (box === null) throw new Error('the banner is gone');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 60, y, { steps: 4 });
  await page.mouse.up();
  // Under the pointer the next one would stay.
  await page.mouse.move(0, y + 300);
}

test('what happens is announced where it is not seen, stands in the centre of every tab, leads there and is cleared', async ({
  arrive,
}) => {
  const [ann, bob] = await Promise.all([arrive({ who: 'ama', voice: 'none' }), arrive({ who: 'noor', voice: 'none' })]);
  const room = await makeFriends(ann, bob);
  const { postId } = await ann.wire.call('createPostV2v2', {
    content: 'A door that opens to the sea',
    region: 'TW',
    ageRange: 'any',
    language: 'en',
  });
  await ann.wire.call('clearNotifications', null);
  const other = await ann.anotherTab();
  await ann.page.clock.install();
  await Promise.all([ann.go('/home'), other.go('/notifications')]);
  await expect(other.text('All quiet')).toBeVisible();
  await expect(ann.page.getByRole('link', { name: 'Notifications', exact: true })).toBeVisible();

  // Above the pages all is there that hears what arrives: it comes after the page, by the clock that is stopped now.
  await expect(async () => {
    await ann.page.keyboard.press('?');
    await expect(ann.dialog('Keyboard')).toBeVisible({ timeout: 500 });
  }).toPass();
  await ann.page.keyboard.press('Escape');
  await expect(ann.dialog('Keyboard')).toHaveCount(0);
  // However busy the machine is, a banner is there until the test says that time has passed.
  await ann.page.clock.pauseAt(Date.now() + 1_000);

  await test.step('a message is a banner here and a row there; a swipe opens nothing', async () => {
    await send(bob, room, 'Is this door still open?');
    await expect(banner(ann.page, 'Is this door still open?')).toContainText('Noor');
    await expect(row(other.page, 'Is this door still open?')).toContainText('Unread');
    await expect(banner(other.page, 'Is this door')).toHaveCount(0);
    await ann.page.setViewportSize({ width: 390, height: 844 });
    const bell = await ann.page
      .getByRole('main')
      .getByRole('link', { name: /^Notifications/ })
      .boundingBox();
    const box = await banner(ann.page, 'Is this door still open?').boundingBox();
    expect(box?.y, 'below the controls of a page on a phone').toBeGreaterThan((bell?.y ?? 0) + (bell?.height ?? 0));
    await ann.page.setViewportSize({ width: 1280, height: 720 });
    await swipe(ann.page, banner(ann.page, 'Is this door still open?'));
    await ann.page.clock.fastForward(300);
    await expect(banner(ann.page, 'Is this door')).toHaveCount(0);
    expect(new URL(ann.page.url()).pathname).toBe('/home');
  });

  await test.step('the next of the same chat takes the place of the one before, for 4 s of its own', async () => {
    await send(bob, room, 'It is dark here');
    await expect(banner(ann.page, 'It is dark here')).toBeVisible();
    await ann.page.clock.fastForward(3_000);
    await send(bob, room, 'I could bring a lamp');
    await expect(banner(ann.page, 'I could bring a lamp')).toBeVisible();
    await expect(banner(ann.page, 'It is dark here')).toHaveCount(0);
    await ann.page.clock.fastForward(2_000);
    await expect(banner(ann.page, 'I could bring a lamp')).toHaveAttribute('data-phase', 'shown');
    await ann.page.keyboard.press('F6');
    await expect(banner(ann.page, 'I could bring a lamp')).toBeFocused();
    // A pointer that passes over it takes nothing from whoever is there.
    await banner(ann.page, 'I could bring a lamp').hover();
    await ann.page.mouse.move(1, 700);
    await ann.page.clock.fastForward(5_000);
    await expect(banner(ann.page, 'I could bring a lamp')).toHaveAttribute('data-phase', 'shown');
  });

  await test.step('a press leads to the room, in which nothing is announced', async () => {
    await banner(ann.page, 'I could bring a lamp').getByRole('button', { name: 'Noor' }).click();
    await ann.page.clock.resume();
    await expect(ann.message('I could bring a lamp')).toBeVisible();
    await expect(row(other.page, 'Noor')).not.toContainText('Unread');
    await send(bob, room, 'Or two');
    await expect(ann.message('Or two')).toBeVisible();
    await expect(banners(ann.page)).toHaveCount(0);
  });

  await test.step('what no chat counts stands on Home and in the title of both tabs, until it was seen', async () => {
    await bob.wire.call('addCommentV2v2', { postId, content: 'With a key of salt' });
    await expect(banner(ann.page, 'New comment')).toBeVisible();
    for (const tab of [ann, other]) {
      await expect(homeTab(tab)).toContainText('1 unread notification');
      await expect(tab.page).toHaveTitle(/^\(\d+\) /);
    }
    await row(other.page, 'New comment').click();
    await expect(other.text('With a key of salt')).toBeVisible();
    for (const tab of [ann, other]) await expect(homeTab(tab)).not.toContainText('unread');
  });

  await test.step('all are read at once; one leads kindly where nothing is any more; all are cleared', async () => {
    await Promise.all([ann.go('/home'), other.go('/notifications')]);
    await send(bob, room, 'Good night');
    await expect(ann.page.getByRole('link', { name: 'Notifications, 1 unread' })).toBeVisible();
    await other.button('Mark all as read').click();
    await expect(ann.page.getByRole('link', { name: 'Notifications', exact: true })).toBeVisible();

    await ann.wire.call('deletePostV2v2', { postId });
    await row(other.page, 'New comment').click();
    await expect(other.text('This moment has set')).toBeVisible();
    await Promise.all([ann.go('/notifications'), other.go('/notifications')]);
    await ann.button('Clear all').click();
    await ann.dialog('Clear all notifications?').getByRole('button', { name: 'Clear all' }).click();
    for (const tab of [ann, other]) await expect(tab.text('All quiet')).toBeVisible();
  });
});
