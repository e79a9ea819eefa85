import { makeFriends } from './support/friends.ts';
import { expect, unhurried as test } from './support/test.ts';

test('a message is counted, read, and both sides agree on the order', async ({ arrive }) => {
  // Nobody else writes into the chats of these two, and into those of the two further down.
  const [ann, bob] = await Promise.all([
    arrive({ who: 'noor', voice: 'none' }),
    arrive({ who: 'mateo', voice: 'none' }),
  ]);
  const room = `/chat/${await makeFriends(ann, bob)}`;
  await bob.go('/chats');
  const row = bob.page.getByRole('link', { name: /Noor/ }).and(bob.page.locator(`[href="${room}"]`));
  await expect(row).toContainText('You both liked each other. Say hello.');

  await ann.go(room);
  await ann.write('One');
  await ann.write('Two');
  await ann.write('Three');
  await expect(row).toContainText('Three');
  await expect(row).toContainText('3 unread messages');

  await row.click();
  await expect(bob.page.getByRole('log').getByRole('paragraph')).toHaveText([
    /liked each other/,
    'One',
    'Two',
    'Three',
  ]);
  await expect(ann.message('Read')).toBeVisible();
  await bob.go('/chats');
  await expect(row).not.toContainText('unread');
});

test('Shift+Enter begins a line, and what is too long cannot be sent', async ({ arrive }) => {
  const [ann, bob] = await Promise.all([arrive({ who: 'kai', voice: 'none' }), arrive({ who: 'ama', voice: 'none' })]);
  await ann.go(`/chat/${await makeFriends(ann, bob)}`);
  const field = ann.page.getByRole('textbox', { name: 'Message Ama' });
  await field.pressSequentially('one');
  await field.press('Shift+Enter');
  await field.pressSequentially('two');
  await field.press('Enter');
  await expect(ann.page.getByRole('log')).toContainText('one\ntwo');
  await field.fill('x'.repeat(3_990));
  await expect(field).toHaveAccessibleDescription('10 left');
  await field.fill('x'.repeat(4_001));
  await expect(field).toHaveAccessibleDescription('1 too many');
  await expect(ann.button('Send')).toBeDisabled();
});

test('what does not get through is sent later, also after a reload, and stored once', async ({ arrive }) => {
  const [ann, bob] = await Promise.all([arrive({ who: 'mei', voice: 'none' }), arrive({ who: 'ama', voice: 'none' })]);
  const room = await makeFriends(ann, bob);
  // Without a socket there is no other way than HTTP, and that one is cut.
  await ann.page.routeWebSocket('**/api/v1/live', () => {});
  await ann.page.route('**/api/v1/call/sendMessageV2v2', (route) => route.abort());
  await ann.go(`/chat/${room}`);
  await ann.write('Are you there?');
  await expect(ann.message('Sending')).toBeVisible();
  await ann.page.reload();
  await expect(ann.message('Are you there?')).toBeVisible();
  await expect(ann.text('Not sent')).toHaveCount(0);
  await ann.page.unroute('**/api/v1/call/sendMessageV2v2');
  await expect(ann.message('Sent')).toBeVisible();
  const { messages } = await bob.wire.call('listMessages', { chatRoomId: room });
  expect(messages.map(({ content }) => content)).toEqual(['Are you there?']);
});

test('a reload right after Enter loses nothing', async ({ arrive }) => {
  const [ann, bob] = await Promise.all([arrive({ who: 'mei', voice: 'none' }), arrive({ who: 'wei', voice: 'none' })]);
  const room = await makeFriends(ann, bob);
  const said = async (): Promise<string[]> => {
    const { messages } = await bob.wire.call('listMessages', { chatRoomId: room, limit: 50 });
    return messages.map(({ content }) => content);
  };
  // These two may have talked before.
  const before = (await said()).length;
  await ann.page.routeWebSocket('**/api/v1/live', () => {});
  await ann.page.route('**/api/v1/call/sendMessageV2v2', (route) => route.abort());
  await ann.go(`/chat/${room}`);
  const field = ann.page.getByRole('textbox', { name: 'Message Wei' });
  for (const words of ['One', 'Two', 'Three']) {
    await field.fill(words);
    await Promise.all([
      ann.page.waitForEvent('load'),
      field.evaluate((element) => {
        element.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
        window.location.reload();
      }),
    ]);
    await expect(ann.message(words)).toBeVisible();
    await expect(field).toHaveValue('');
  }
  await ann.page.unroute('**/api/v1/call/sendMessageV2v2');
  await expect.poll(async () => (await said()).slice(before)).toEqual(['One', 'Two', 'Three']);
});

test('a blocked person is told 0 things, and finds the chat closed; an unknown one is not there', async ({
  arrive,
}) => {
  const [ann, bob] = await Promise.all([arrive({ who: 'wei', voice: 'none' }), arrive({ who: 'noor', voice: 'none' })]);
  const room = await makeFriends(ann, bob);
  await bob.go(`/chat/${room}`);
  await expect(bob.page.getByRole('textbox', { name: 'Message Wei' })).toBeVisible();
  // A page that shows the room asks for what is new in it, and reads that it is closed.
  await bob.go('/home');
  const unreadOf = async (person: typeof bob) => (await person.wire.call('listNotifications', null)).unread;
  const unread = await unreadOf(bob);
  await ann.go(`/chat/${room}`);
  await ann.button('Report or block').click();
  await ann.page.getByRole('menuitem', { name: 'Block Noor' }).click();
  await ann.dialog('Block Noor?').getByRole('button', { name: 'Block' }).click();
  await expect(ann.text('You blocked Noor.')).toBeVisible();
  await expect(ann.page.getByRole('heading', { level: 1, name: 'Chats' })).toBeVisible();
  expect(await unreadOf(bob)).toBe(unread);
  await bob.go(`/chat/${room}`);
  await expect(bob.message('This chat is closed.')).toBeVisible();
  await expect(bob.text('What was said stays on this page for 30 days at most.')).toBeVisible();
  await expect(bob.text('It is no longer in your list of chats.')).toBeVisible();
  await expect(bob.text('Who it was with is no longer shown.')).toBeVisible();
  await expect(bob.page.getByRole('textbox')).toHaveCount(0);
  await bob.go('/chat/00000000-0000-4000-8000-000000000000');
  await expect(bob.text('This chat is not here, or it is not yours.')).toBeVisible();
});
