import { makeFriends } from './support/friends.ts';
import { onboard } from './support/onboarding.ts';
import { choosePersona, type Participant } from './support/participant.ts';
import { drawPicture, giveFile } from './support/pictures.ts';
import { shoot } from './support/screens.ts';
import { talk } from './support/scenes.ts';
import { expect, test } from './support/test.ts';

test.use({
  settings: { CAN_DISLIKE_SECONDS: '0', DECISION_SECONDS: '30', OPERATOR_CONTACT: 'hello@yonder.example' },
});
test.setTimeout(240_000);

test('everybody’s screens', async ({ open, product }) => {
  const page = await open('none');
  for (const [name, path] of [
    ['landing', '/'],
    ['login', '/login'],
    ['install', '/download/ios'],
    ['terms', '/terms'],
    ['rules', '/rules'],
    ['privacy', '/privacy'],
    ['child-safety', '/child-safety'],
    ['about', '/about'],
    ['contact', '/contact'],
    ['help', '/help'],
    ['not-found', '/nowhere'],
  ] as const) {
    await page.goto(product.url + path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await shoot(page, name);
  }

  await page.goto(`${product.url}/home`);
  await page.getByRole('link', { name: /^Continue with/ }).click();
  await choosePersona(page, 'Teen');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await shoot(page, 'onboarding');
  await onboard(page, { name: 'Teen', born: '2012-01-01' });
  await expect(page.getByRole('heading', { name: 'Not yet' })).toBeVisible();
  await shoot(page, 'under-age');

  // Without an answer the page waits, up to ten seconds.
  await page.route('**/api/v1/auth/token', () => undefined);
  await page.goto(`${product.url}/home`);
  await expect(page.getByRole('status', { name: 'Loading...' }).or(page.getByText('Loading...'))).toBeVisible();
  await shoot(page, 'loading');
});

test('the signed-in person’s screens', async ({ arrive }) => {
  const wei = await arrive({ who: 'wei', voice: 'none' });
  await wei.go('/chats');
  await expect(wei.text('No open chats')).toBeVisible();
  await shoot(wei.page, 'chats-empty');

  const rooms: string[] = [];
  for (const who of ['mateo', 'noor', 'ama', 'kai', 'mei'] as const) {
    const other = await arrive({ who, voice: 'none' });
    rooms.push(await makeFriends(wei, other));
    await converse([wei, other], rooms.at(-1) ?? '', CONVERSATIONS[who]);
  }
  const room = rooms.at(-1);
  const partner = (await wei.wire.call('listChatRooms', null)).chatRooms.find(({ id }) => id === room)?.other;
  for (const [name, path] of [
    ['home', '/home'],
    ['chats', '/chats'],
    ['chat-room', `/chat/${room}`],
    ['profile', '/profile'],
    ['profile-other', `/profile/${partner?.userId}`],
    ['notifications', '/notifications'],
    ['settings', '/settings'],
  ] as const) {
    await wei.go(path);
    await expect(wei.page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(wei.page.getByRole('status', { name: /^Loading/ })).toHaveCount(0);
    await shoot(wei.page, name);
  }
});

test('the screens of moments, of people and of what is near', async ({ arrive }) => {
  const wei = await arrive({ who: 'wei', voice: 'none' });
  const { posts } = await wei.wire.call('listOwnPosts', null);
  const answered = posts.toSorted((one, other) => other.commentCount - one.commentCount)[0];
  const { page } = wei;
  for (const [who, lat, lng] of NEAR) {
    const other = await arrive({ who, voice: 'none' });
    await other.wire.call('updateLocation', { lat, lng, accuracy: 30 });
  }

  await wei.go('/mode1');
  await expect(wei.button('Report or block').first()).toBeVisible();
  await shoot(page, 'moments');
  await wei.go(`/mode1/${answered?.id}`);
  await page.getByRole('checkbox', { name: 'Start a chat' }).first().check();
  await shoot(page, 'moment-comments');
  await wei.go('/mode1/new');
  await page.getByRole('textbox', { name: 'Your moment' }).fill('The night market closes at one and the frog-egg lady');
  await shoot(page, 'moment-new');
  await wei.go('/profile/edit');
  await shoot(page, 'profile-edit');
  await wei.go('/upgrade');
  await shoot(page, 'upgrade');
  const mateo = await arrive({ who: 'mateo', voice: 'none' });
  await mateo.go('/nearby');
  await expect(mateo.button('Show me nearby')).toBeVisible();
  await shoot(mateo.page, 'nearby-off');
  await wei.go('/nearby');
  await expect(wei.button('Say hello').first()).toBeVisible();
  await shoot(page, 'nearby');
  await wei.button('Say hello').first().click();
  await page.getByLabel('Your message').fill('Do you know a good noodle shop around here?');
  await shoot(page, 'nearby-hello');
});

test('a text match’s screens', async ({ arrive }) => {
  const [ann, bob] = await Promise.all([arrive({ who: 'kai', voice: 'none' }), arrive({ who: 'noor', voice: 'none' })]);
  await ann.go('/mode3');
  await expect(ann.button('Find someone')).toBeEnabled();
  await shoot(ann.page, 'text-match');
  await ann.button('Find someone').click();
  await expect(ann.text('Number 1 of 1 in the queue')).toBeVisible();
  await shoot(ann.page, 'text-finding');
  await bob.go('/mode3');
  await bob.button('Find someone').click();
  for (const one of [ann, bob]) await one.page.waitForURL(/\/chat\//);
  await bob.write('Hello, whoever you are. It rains here and smells of tar and lemons.');
  await expect(ann.message(/^Hello, whoever/)).toBeVisible();
  await ann.write('Sun here. Too much of it.');
  await expect(bob.message('Sun here. Too much of it.')).toBeVisible();
  await shoot(ann.page, 'text-room');
  await ann.button('Like').click();
  await bob.button('Like').click();
  await expect(ann.dialog('Noor')).toBeVisible();
  await shoot(ann.page, 'text-reveal');
});

test('a call’s screens', async ({ arrive }) => {
  const [ann, bob] = await Promise.all([arrive({ who: 'kai', voice: 440 }), arrive({ who: 'ama', voice: 1000 })]);
  await ann.startCall();
  await expect(ann.text('Number 1 of 1 in the queue')).toBeVisible();
  await shoot(ann.page, 'finding');
  await ann.button('Cancel').click();

  await talk(ann, bob, 'the best thing you ate this week');
  await ann.hears(1000);
  await expect(ann.text('Call started')).toBeHidden();
  await shoot(ann.page, 'call');
  await ann.button('Report and leave').click();
  await shoot(ann.page, 'report');
  await ann.page.keyboard.press('Escape');
  await ann.button('End call').click();
  await expect(ann.decision).toBeVisible();
  await shoot(ann.page, 'decision');
  await ann.button('Like').click();
  await bob.button('Like').click();
  await expect(ann.page.getByRole('heading', { name: 'Ama' })).toBeVisible();
  await shoot(ann.page, 'reveal');
  await ann.button('Open chat').click();
  await ann.write('So that is your face.');
  await expect(ann.message('Sent').or(ann.message('Read'))).toBeVisible();
  await shoot(ann.page, 'call-bar');
});

test('a chat’s voices, pictures and calls', async ({ arrive }) => {
  const [wei, mei] = await Promise.all([arrive({ who: 'wei', voice: 440 }), arrive({ who: 'mei', voice: 1000 })]);
  const room = await makeFriends(wei, mei);
  await converse([wei, mei], room, CONVERSATIONS.mei);
  await Promise.all([wei.go(`/chat/${room}`), mei.go(`/chat/${room}`)]);
  await mei.button('Record voice message').click();
  await expect(mei.page.getByRole('timer')).toHaveText('0:04');
  await shoot(mei.page, 'recording');
  await mei.button('Stop and listen').click();
  await mei.button('Send voice message').click();
  await giveFile(wei.page, { base64: await drawPicture(wei.page, { width: 1200, height: 800 }), how: 'paste' });
  await expect(wei.dialog('Send to Mei-Lin')).toBeVisible();
  await shoot(wei.page, 'send-picture');
  await wei.dialog('Send to Mei-Lin').getByRole('button', { name: 'Send' }).click();
  await giveFile(mei.page, { base64: await drawPicture(mei.page, { width: 600, height: 800 }), how: 'paste' });
  await mei.dialog('Send to Wei').getByText('See once').click();
  await mei.dialog('Send to Wei').getByRole('button', { name: 'Send' }).click();
  await expect(wei.button('See it once')).toBeVisible();
  await shoot(wei.page, 'chat-room-media');
  await wei.button('See it once').click();
  await wei.button('Open it now').click();
  await expect(wei.page.getByRole('timer')).toBeVisible();
  await wei.button('Close').click();

  await wei.go('/home');
  await mei.button('Call').click();
  await expect(wei.ringing(mei)).toBeVisible();
  await shoot(wei.page, 'incoming');
  await shoot(mei.page, 'calling');
  await wei.button('Accept').click();
  await wei.hears(1000);
  await expect(wei.text('Call started')).toBeHidden();
  await shoot(wei.page, 'direct-call');
  await wei.button('Open chat').click();
  await wei.button('End call').click();
  await expect(wei.message(/^Voice call/)).toBeVisible();
  await mei.button('Call').click();
  await expect(wei.ringingInRoom(mei)).toBeVisible();
  await shoot(wei.page, 'incoming-in-chat');
  await wei.button('Decline').click();
  await wei.go('/call');
  await expect(wei.page.getByRole('listitem').first()).toBeVisible();
  await shoot(wei.page, 'calls');
});

test('the screens of moderation, and of whom it concerns', async ({ arrive, product }) => {
  const [kai, mateo, noor] = await Promise.all([
    arrive({ who: 'kai', voice: 'none' }),
    arrive({ who: 'mateo', voice: 'none' }),
    arrive({ who: 'noor', voice: 'none' }),
  ]);
  const chatRoomId = await makeFriends(kai, mateo);
  await converse([kai, mateo], chatRoomId, CONVERSATIONS.reported);
  await kai.go(`/chat/${chatRoomId}`);
  await kai.message(CONVERSATIONS.reported[2][1]).hover();
  await kai.button('Message actions').last().click();
  await kai.page.getByRole('menuitem', { name: 'Report', exact: true }).click();
  const report = kai.dialog('Report message');
  await report.getByRole('radio', { name: 'A threat' }).check();
  await report.getByLabel('Anything else (optional)').fill('I am afraid of him.');
  await report.getByRole('button', { name: 'Report message' }).click();
  await expect(kai.dialog('Thank you')).toBeVisible();
  await shoot(kai.page, 'thanks');

  await kai.go('/settings/data');
  await expect(kai.page.getByRole('heading', { level: 1 })).toBeVisible();
  await shoot(kai.page, 'data');
  await kai.go('/settings/delete');
  await expect(kai.page.getByRole('heading', { level: 1 })).toBeVisible();
  await shoot(kai.page, 'delete-account');

  await product.command('role', 'noor', 'moderator');
  const cases = () => noor.wire.call('listCases', { list: 'open' });
  await expect(async () => void (await cases())).toPass();
  await noor.go('/moderation');
  await noor.page.getByRole('link', { name: /^Threats, / }).click();
  await expect(noor.text('I am afraid of him.')).toBeVisible();
  await shoot(noor.page, 'moderation-case');
  await noor.page.keyboard.press('p');
  const form = noor.dialog('Pause account');
  await form.getByText('24 hours').click();
  await shoot(noor.page, 'moderation-decision');
  await form.getByRole('button', { name: 'Pause account' }).click();
  await mateo.go('/suspended');
  await expect(mateo.page.getByRole('heading', { name: 'Your account is paused' })).toBeVisible();
  await shoot(mateo.page, 'suspended');
  // Whoever is kept out can leave nothing when the test is over.
  await product.command('suspend', 'mateo', 'off');
  await expect(async () => void (await mateo.wire.call('getCallState', null))).toPass();
  await mateo.go('/settings/decisions');
  await expect(mateo.page.getByRole('listitem').first()).toBeVisible();
  await shoot(mateo.page, 'decisions');
});

test('the screen of somebody who leaves', async ({ arrive }) => {
  const before = await arrive({ who: 'ama', voice: 'none', session: 'own' });
  await before.wire.call('requestDeletion', null);
  // It has ended every session of theirs.
  const ama = await arrive({ who: 'ama', voice: 'none', session: 'own' });
  await ama.go('/home');
  await expect(ama.page.getByRole('heading', { name: 'You are leaving' })).toBeVisible();
  await shoot(ama.page, 'leaving');
  await ama.wire.call('cancelDeletion', null);
});

/** Around Taipei, at some distances. */
const NEAR = [
  ['ama', 25.07, 121.53],
  ['noor', 25.13, 121.5],
  ['kai', 24.92, 121.66],
] as const;

type Line = readonly ['me' | 'them', string];

const CONVERSATIONS = {
  reported: [
    ['me', 'I would rather not meet tonight'],
    ['them', 'You said you would'],
    ['them', 'I know where you get off the train. I will be there.'],
  ],
  mateo: [['them', 'haha no, the OTHER mango place']],
  noor: [['me', 'good luck tomorrow']],
  ama: [['me', 'the one with the blue door, right?']],
  kai: [['them', 'I found the song. It was in my head for nine days']],
  mei: [
    ['them', 'Okay, one question I did not dare to ask on the call'],
    ['them', 'What do you actually look like when you laugh like that?'],
    ['me', 'Like somebody who has just missed the last bus and does not mind'],
    ['me', 'And you? You went very quiet at the end'],
    ['them', 'I was writing down what you said about the harbour'],
  ],
} as const satisfies Record<string, readonly Line[]>;

async function converse(
  [me, them]: readonly [Participant, Participant],
  chatRoomId: string,
  lines: readonly Line[],
): Promise<void> {
  for (const [side, content] of lines) {
    const { wire } = side === 'me' ? me : them;
    await wire.call('sendMessageV2v2', { chatRoomId, clientMessageId: crypto.randomUUID(), type: 'text', content });
  }
}
