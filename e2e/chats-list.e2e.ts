import type { Locator } from '@playwright/test';
import { makeFriends } from './support/friends.ts';
import type { Participant } from './support/participant.ts';
import { expect, unhurried as test } from './support/test.ts';

function rowOf({ page }: Participant, room: string): Locator {
  return page
    .getByRole('list', { name: 'Chats' })
    .getByRole('link')
    .and(page.locator(`[href="/chat/${room}"]`));
}

function send({ wire }: Participant, chatRoomId: string, content: string) {
  return wire.call('sendMessageV2v2', { chatRoomId, clientMessageId: crypto.randomUUID(), type: 'text', content });
}

test('rows follow what happens: order, preview, count, unread and read, without loading the list again', async ({
  arrive,
}) => {
  const [ann, bob, cem] = await Promise.all([
    arrive({ who: 'wei', voice: 'none' }),
    arrive({ who: 'kai', voice: 'none' }),
    arrive({ who: 'ama', voice: 'none' }),
  ]);
  const withBob = await makeFriends(ann, bob);
  const withCem = await makeFriends(ann, cem);
  let asked = 0;
  ann.page.on('request', (request) => (asked += Number(request.url().endsWith('/listChatRooms'))));
  ann.page.on('websocket', (socket) =>
    socket.on('framesent', ({ payload }) => (asked += Number(String(payload).includes('listChatRooms')))),
  );
  await ann.go('/chats');
  const first = ann.page.getByRole('list', { name: 'Chats' }).getByRole('link').first();
  await expect(rowOf(ann, withBob)).toBeVisible();
  const atFirst = asked;

  await send(bob, withBob, 'from Kai');
  await expect(first).toContainText('from Kai');
  await send(cem, withCem, 'from Ama');
  await expect(first).toContainText('from Ama');
  await expect(rowOf(ann, withCem)).toContainText('1 unread message');
  await expect(ann.page).toHaveTitle(/^\(\d+\) Chats/);

  await rowOf(ann, withCem).click({ button: 'right' });
  await ann.page.getByRole('menuitem', { name: 'Mark as read' }).click();
  await expect(rowOf(ann, withCem)).not.toContainText('unread');
  await rowOf(ann, withCem).click({ button: 'right' });
  await ann.page.getByRole('menuitem', { name: 'Mark as unread' }).click();
  await expect(rowOf(ann, withCem)).toContainText('Marked as unread');
  await rowOf(ann, withCem).click();
  await expect(ann.message('from Ama')).toBeVisible();
  await expect(rowOf(ann, withCem)).not.toContainText('unread');
  expect(asked).toBe(atFirst);
});

test('who is there, looks away and leaves; who writes; what one has begun', async ({ arrive }) => {
  const [ann, bob] = await Promise.all([arrive({ who: 'mei', voice: 'none' }), arrive({ who: 'kai', voice: 'none' })]);
  const room = await makeFriends(ann, bob);
  await ann.go('/chats');
  const row = rowOf(ann, room);
  await expect(row).toContainText('offline');

  await bob.go(`/chat/${room}`);
  await expect(row).toContainText('online');
  const field = bob.page.getByRole('textbox', { name: 'Message Mei-Lin' });
  await field.pressSequentially('hm');
  await expect(row).toContainText('Kai is typing');
  await row.click();
  // Where the line below the name wraps, the page does not move as they begin and stop.
  await ann.page.setViewportSize({ width: 390, height: 844 });
  const headHeight = async () => (await ann.page.locator('[data-room-head]').boundingBox())?.height;
  await expect(ann.page.getByText('typing…')).toBeVisible();
  const whileTheyType = await headHeight();
  await field.fill('');
  await expect(ann.text('Online.')).toBeVisible();
  expect(await headHeight()).toBe(whileTheyType);
  await ann.page.setViewportSize({ width: 1280, height: 720 });

  await bob.page.evaluate(hide);
  await expect(ann.text('Away.')).toBeVisible();
  await ann.page.getByRole('textbox', { name: 'Message Kai' }).fill('I was about to');
  await ann.page.getByRole('tab', { name: 'Chats' }).click();
  await expect(row).toContainText('Draft: I was about to');
  await expect(row).toContainText('away');

  await bob.page.close();
  await expect(row).toContainText('offline', { timeout: 20_000 });
});

test('a chat is found by a part of its name, reached by arrows, and deleted for both', async ({ arrive }) => {
  const [ann, bob] = await Promise.all([arrive({ who: 'noor', voice: 'none' }), arrive({ who: 'kai', voice: 'none' })]);
  const room = await makeFriends(ann, bob);
  await Promise.all([ann.go('/chats'), bob.go(`/chat/${room}`)]);
  const search = ann.page.getByRole('searchbox', { name: 'Search chats by name' });
  await search.fill('nobody at all');
  await expect(ann.text('Nobody here is called “nobody at all”.')).toBeVisible();
  await search.press('Escape');
  await search.fill('KÁI');
  await expect(rowOf(ann, room)).toBeVisible();
  await search.press('ArrowDown');
  await expect(ann.page.getByRole('list', { name: 'Chats' }).getByRole('link').first()).toBeFocused();
  await ann.button('Clear search').click();

  await rowOf(ann, room).hover();
  await ann.page
    .locator(`#chat-${room}`)
    .getByRole('button', { name: /^More about the chat/ })
    .click();
  await ann.page.getByRole('menuitem', { name: 'Delete chat' }).click();
  const dialog = ann.dialog('Delete the chat with Kai?');
  await expect(dialog).toContainText('It closes for both of you');
  await dialog.getByRole('button', { name: 'Delete for both' }).click();
  await expect(rowOf(ann, room)).toHaveCount(0);
  await expect(bob.message('This chat is closed.')).toBeVisible();
  await expect(bob.text('Who it was with is no longer shown.')).toBeVisible();

  await bob.button('Leave chat').click();
  const leaving = bob.page.getByRole('dialog', { name: /^Leave the chat with/ });
  await expect(leaving).toContainText('You can no longer read what was said.');
  await leaving.getByRole('button', { name: 'Leave chat' }).click();
  await expect(bob.text('You have left the chat.')).toBeVisible();
  await expect(bob.page).toHaveURL(/\/chats$/);
  await bob.go(`/chat/${room}`);
  await expect(bob.message('This chat is closed.')).toHaveCount(0);
  await expect(bob.text('This chat is not here, or it is not yours.')).toBeVisible();
});

test('on a phone the list is where it was when one comes back', async ({ arrive }) => {
  const ann = await arrive({ who: 'wei', voice: 'none' });
  await ann.page.setViewportSize({ width: 390, height: 200 });
  const bob = await arrive({ who: 'mateo', voice: 'none' });
  await makeFriends(ann, bob);
  await ann.go('/chats');
  const last = ann.page.getByRole('list', { name: 'Chats' }).getByRole('link').last();
  await last.scrollIntoViewIfNeeded();
  const before = await ann.page.evaluate(() => window.scrollY);
  expect(before).toBeGreaterThan(0);
  // Without a pointer, which would scroll.
  await last.evaluate((link: HTMLAnchorElement) => link.click());
  await expect(ann.page.getByRole('log')).toBeVisible();
  await ann.page.getByRole('link', { name: 'Back to chats' }).click();
  await expect(last).toBeVisible();
  expect(await ann.page.evaluate(() => window.scrollY)).toBe(before);
});

test('a call that ends joins the calls under its day, with the way to its chat', async ({ arrive }) => {
  const [ann, bob] = await Promise.all([
    arrive({ who: 'mei', voice: 'none' }),
    arrive({ who: 'mateo', voice: 'none' }),
  ]);
  await ann.go('/call');
  await expect(ann.button('Start a call')).toBeVisible();
  const calls = ann.page.getByRole('listitem').filter({ hasText: 'Mateo' }).filter({ hasText: 'Match' });
  const known = (await ann.wire.call('listCalls', null)).calls.filter((one) => one.person?.name === 'Mateo').length;
  const room = await makeFriends(ann, bob);
  await expect(calls).toHaveCount(known + 1);
  await expect(ann.page.getByRole('tabpanel')).toContainText('Today');
  await calls.first().getByRole('link', { name: 'Mateo' }).click();
  await expect(ann.page).toHaveURL(new RegExp(`/chat/${room}$`));
});

test('ticks of reading go and come back at once on both sides, whoever hides reading', async ({ arrive }) => {
  const [ann, bob] = await Promise.all([arrive({ who: 'noor', voice: 'none' }), arrive({ who: 'mei', voice: 'none' })]);
  const room = await makeFriends(ann, bob);
  await Promise.all([ann.go(`/chat/${room}`), bob.go(`/chat/${room}`)]);
  await ann.write('Did you see this?');
  await expect(bob.message('Did you see this?')).toBeVisible();
  await bob.write('Yes');
  await expect(ann.message('Yes')).toBeVisible();
  const ticks = [ann, bob].map(({ page }) => page.getByRole('log').getByText('Read', { exact: true }).last());
  for (const tick of ticks) await expect(tick).toBeAttached();

  const settings = await ann.anotherTab();
  await settings.go('/settings');
  const shows = settings.page.getByRole('switch', { name: 'Show what I have read' });
  // Sooner than anybody asks by the clock.
  const soon = { timeout: 5_000 };
  await shows.uncheck();
  for (const tick of ticks) await expect(tick).toHaveCount(0, soon);
  await shows.check();
  for (const tick of ticks) await expect(tick).toBeAttached(soon);
});

test('of what is on the screen nobody is notified; of what is hidden they are', async ({ arrive }) => {
  const [ann, bob] = await Promise.all([arrive({ who: 'wei', voice: 'none' }), arrive({ who: 'mei', voice: 'none' })]);
  const room = await makeFriends(ann, bob);
  const notified = async (): Promise<(string | null)[]> => {
    const { notifications } = await bob.wire.call('listNotifications', null);
    return notifications.map(({ message }) => message);
  };
  const told = bob.page
    .waitForEvent('websocket')
    .then((socket) =>
      socket.waitForEvent(
        'framesent',
        ({ payload }) =>
          String(payload).includes(`"chatRoomId":"${room}"}`) && String(payload).includes('reportPresence'),
      ),
    );
  await bob.go(`/chat/${room}`);
  await told;
  await send(ann, room, 'while you look');
  await expect(bob.message('while you look')).toBeVisible();
  expect(await notified()).not.toContain('while you look');

  await bob.page.evaluate(hide);
  await expect
    .poll(async () => {
      await send(ann, room, 'while you do not look');
      return notified();
    })
    .toContain('while you do not look');
});

/** Runs in the page: somebody turns to another window. */
function hide(): void {
  Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
  document.dispatchEvent(new Event('visibilitychange'));
}
