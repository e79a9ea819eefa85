import { makeFriends } from './support/friends.ts';
import type { Participant } from './support/participant.ts';
import { shoot } from './support/screens.ts';
import { talk } from './support/scenes.ts';
import { expect, test } from './support/test.ts';

test.use({ settings: { CAN_DISLIKE_SECONDS: '0', DECISION_SECONDS: '120' } });
test.setTimeout(180_000);

test('everybody’s screens', async ({ open, product }) => {
  const page = await open('none');
  for (const [name, path] of [
    ['landing', '/'],
    ['login', '/login'],
    ['placeholder', '/about'],
    ['not-found', '/nowhere'],
  ] as const) {
    await page.goto(product.url + path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await shoot(page, name);
  }
  await page.goto(`${product.url}/home`);
  await page.getByRole('link', { name: /^Continue with/ }).click();
  await page.getByRole('button', { name: 'Nameless' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await shoot(page, 'onboarding');
});

test('the signed-in person’s screens', async ({ arrive }) => {
  const [ann, bob] = await Promise.all([arrive({ who: 'wei', voice: 'none' }), arrive({ who: 'mei', voice: 'none' })]);
  const room = await makeFriends(ann, bob);
  await converse(ann, bob, room);
  for (const [name, path] of [
    ['home', '/home'],
    ['chats', '/chats'],
    ['calls', '/call'],
    ['chat-room', `/chat/${room}`],
    ['profile', '/profile'],
    ['settings', '/settings'],
  ] as const) {
    await ann.go(path);
    await expect(ann.page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(ann.page.getByRole('status', { name: /^Loading/ })).toHaveCount(0);
    await shoot(ann.page, name);
  }
});

test('a call’s screens', async ({ arrive }) => {
  const [ann, bob] = await Promise.all([arrive({ who: 'kai', voice: 440 }), arrive({ who: 'ama', voice: 1000 })]);
  await ann.startCall({ topic: 'the best thing you ate this week' });
  await expect(ann.finding).toBeVisible();
  await shoot(ann.page, 'finding');
  await ann.button('Cancel').click();

  await talk(ann, bob);
  await ann.hears(1000);
  await expect(ann.text('Call started')).toBeHidden();
  await shoot(ann.page, 'call');
  await ann.button('End call').click();
  await expect(ann.decision).toBeVisible();
  await shoot(ann.page, 'decision');
  await ann.button('Like').click();
  await bob.button('Like').click();
  await expect(ann.page.getByRole('img', { name: 'Ama' })).toBeVisible();
  await shoot(ann.page, 'reveal');
});

async function converse(one: Participant, other: Participant, chatRoomId: string): Promise<void> {
  const lines: readonly (readonly [Participant, string])[] = [
    [other, 'Okay, one question I did not dare to ask on the call'],
    [other, 'What do you actually look like when you laugh like that?'],
    [one, 'Like somebody who has just missed the last bus and does not mind'],
    [one, 'And you? You went very quiet at the end'],
    [other, 'I was writing down what you said about the harbour'],
  ];
  for (const [{ wire }, content] of lines) {
    await wire.call('sendMessageV2v2', { chatRoomId, clientMessageId: crypto.randomUUID(), type: 'text', content });
  }
}
