import type { Locator, Page } from '@playwright/test';
import { makeFriends } from './support/friends.ts';
import { holdMessages, refuseHeld } from './support/held-messages.ts';
import { overPlainHttp, refuseCookies, unreachableRelay, withoutDevices, withoutWebRtc } from './support/no-calls.ts';
import type { Participant, PersonId } from './support/participant.ts';
import { drawPicture, giveFile } from './support/pictures.ts';
import { HIGH, LOW, talk } from './support/scenes.ts';
import { shoot } from './support/screens.ts';
import { expect, test as plain } from './support/test.ts';
import { type Translate, translateTo } from './support/translations.ts';

/** What people read about reports, evidence, leaving and their connection; each screen in English and in Arabic. */
const test = plain.extend({ settings: [{ CAN_DISLIKE_SECONDS: '0', DECISION_SECONDS: '58' }, { scope: 'worker' }] });
test.setTimeout(240_000);

interface Look {
  say: Translate;
  /** `at`: what has to be on the screen. */
  shootAs: (page: Page, name: string, at?: Locator) => Promise<void>;
}

/** Everything once in English, and once from right to left. */
async function inBothDirections(people: readonly Participant[], show: (look: Look) => Promise<void>): Promise<void> {
  for (const language of ['en', 'ar'] as const) {
    for (const { wire } of people) await wire.call('updatePreferences', { language });
    const suffix = language === 'ar' ? '-arabic' : '';
    await show({ say: translateTo(language), shootAs: (page, name, at) => shoot(page, `${name}${suffix}`, at) });
  }
  for (const { wire } of people) await wire.call('updatePreferences', { language: 'en' });
}

async function send({ wire }: Participant, chatRoomId: string, content: string): Promise<string> {
  const sent = { chatRoomId, clientMessageId: crypto.randomUUID(), type: 'text', content } as const;
  return (await wire.call('sendMessageV2v2', sent)).id;
}

test('my reports, and the row of the settings that leads to them', async ({ arrive, product }) => {
  const arriveAs = (who: PersonId) => arrive({ who, voice: 'none' });
  const [kai, noor] = await Promise.all([arriveAs('kai'), arriveAs('noor')]);
  await product.command('role', 'noor', 'moderator');
  await expect(async () => void (await noor.wire.call('listCases', { list: 'open' }))).toPass();
  /** What the last report has opened. */
  const takeCase = async (): Promise<string> => {
    const open = async () => (await noor.wire.call('listCases', { list: 'open' })).cases;
    await expect.poll(async () => (await open()).length).toBe(1);
    const [{ caseId } = { caseId: '' }] = await open();
    await noor.wire.call('takeCase', { caseId });
    return caseId;
  };

  const report = async (
    type: 'user' | 'chatRoom' | 'message' | 'post',
    id: string,
    reason: 'threat' | 'spam' | 'scam',
  ) => kai.wire.call('reportUser', { target: { type, id }, reason });
  const mateo = await arriveAs('mateo');
  const room = await makeFriends(kai, mateo);
  await report('message', await send(mateo, room, 'I know where you get off the train.'), 'threat');
  await noor.wire.call('decideCase', {
    caseId: await takeCase(),
    action: 'warn',
    ground: 'threat',
    text: 'Please do not threaten people.',
  });
  const ama = await arriveAs('ama');
  await report('chatRoom', await makeFriends(kai, ama), 'spam');
  await noor.wire.call('decideCase', { caseId: await takeCase(), action: 'dismiss' });
  const wei = await arriveAs('wei');
  const { userId } = await wei.wire.call('getProfile', null);
  await report('user', userId, 'scam');

  await inBothDirections([kai], async ({ say, shootAs }) => {
    await kai.go('/settings/reports');
    await expect(kai.page.getByRole('listitem').filter({ hasText: say('We acted on it') })).toBeVisible();
    await shootAs(kai.page, 'my-reports');
    await kai.go('/settings');
    const row = kai.page.getByRole('link', { name: say('My reports') });
    await expect(row).toBeVisible();
    await shootAs(kai.page, 'settings-reports', row);
  });
});

test('leaving a chat', async ({ arrive }) => {
  const [mei, kai] = await Promise.all([arrive({ who: 'mei', voice: 'none' }), arrive({ who: 'kai', voice: 'none' })]);
  const room = await makeFriends(mei, kai);
  await send(kai, room, 'I found the song. It was in my head for nine days');
  const name = 'Kai';
  await inBothDirections([mei], async ({ say, shootAs }) => {
    await mei.go('/chats');
    await mei.page.locator(`[href="/chat/${room}"]`).click({ button: 'right' });
    await mei.page.getByRole('menuitem', { name: say('Leave chat') }).click();
    await expect(mei.dialog(say('Leave the chat with {name}?', { name }))).toBeVisible();
    await shootAs(mei.page, 'leave-chat');
  });
  await kai.wire.call('deleteChatRoomV2v2', { chatRoomId: room });
  await inBothDirections([mei], async ({ say, shootAs }) => {
    await mei.go(`/chat/${room}`);
    await expect(mei.button(say('Leave chat'))).toBeVisible();
    await shootAs(mei.page, 'chat-closed');
  });
});

test('what is kept of what is deleted and of what is seen once, where one sends, deletes and looks', async ({
  arrive,
}) => {
  const [mei, kai] = await Promise.all([arrive({ who: 'mei', voice: 'none' }), arrive({ who: 'kai', voice: 'none' })]);
  const room = await makeFriends(mei, kai);
  await inBothDirections([mei, kai], async ({ say, shootAs }) => {
    await send(mei, room, 'You went very quiet at the end');
    for (const one of [mei, kai]) await one.go(`/chat/${room}`);
    await mei.message('You went very quiet at the end').last().click({ button: 'right' });
    await mei.page.getByRole('menuitem', { name: say('Delete for both') }).click();
    const deletion = mei.dialog(say('Delete this message?'));
    await expect(deletion).toBeVisible();
    await shootAs(mei.page, 'delete-message');
    await deletion.getByRole('button', { name: say('Delete for both') }).click();

    await giveFile(mei.page, { base64: await drawPicture(mei.page, { width: 600, height: 800 }), how: 'paste' });
    const preview = mei.dialog(say('Send to {name}', { name: 'Kai' }));
    await preview.getByText(say('See once')).click();
    await shootAs(mei.page, 'send-once');
    await preview.getByRole('button', { name: say('Send'), exact: true }).click();

    await expect(kai.message(say('Message deleted')).last()).toBeVisible();
    const sealed = kai.button(say('See it once'));
    await expect(sealed).toBeVisible();
    await shootAs(kai.page, 'one-time-image-sealed');
    await sealed.click();
    await expect(kai.dialog(say('See it once'))).toBeVisible();
    await shootAs(kai.page, 'see-once');
    await kai.button(say('Open it now')).click();
    await expect(kai.page.getByRole('timer')).toBeVisible();
    await shootAs(kai.page, 'one-time-image');
    await kai.button(say('Close')).click();
    await expect(kai.message(say('One-time image, opened')).last()).toBeVisible();
    await shootAs(kai.page, 'one-time-image-opened');
  });
});

test('what the connection check says', async ({ arrive }) => {
  const [wei, noor, ama] = await Promise.all([
    arrive({ who: 'wei', voice: 440 }),
    arrive({ who: 'noor', voice: 440, before: unreachableRelay }),
    arrive({ who: 'ama', voice: 'none', before: withoutWebRtc }),
  ]);
  await inBothDirections([wei, noor, ama], async ({ say, shootAs }) => {
    await wei.go('/call');
    await wei.button(say('Check your microphone')).click();
    await expect(wei.text(say('Your connection works.'))).toBeVisible();
    await shootAs(wei.page, 'connection-works', wei.text(say('Your connection works.')));

    await noor.go('/call');
    await noor.button(say('Start a call')).click();
    // Between the checks, which follow one another.
    const problem = noor.text(say('Your network lets no calls through.'));
    await expect(problem).toBeVisible({ timeout: 25_000 });
    await shootAs(noor.page, 'connection-unreachable', problem);
    await noor.button(say('Cancel')).click();

    await ama.go('/call');
    await ama.button(say('Start a call')).click();
    await expect(ama.dialog(say('No calls from here'))).toBeVisible();
    await shootAs(ama.page, 'no-calls');
  });
});

test('the devices of a call', async ({ arrive }) => {
  const [wei, mateo] = await Promise.all([arrive({ who: 'wei', voice: LOW }), arrive({ who: 'mateo', voice: HIGH })]);
  await talk(wei, mateo);
  await expect(wei.text('Call started')).toBeHidden();
  await wei.button('Microphone and loudspeaker').click();
  await expect(wei.dialog('Microphone and loudspeaker')).toBeVisible();
  await shoot(wei.page, 'call-devices');
});

test('a message that was refused, in the list of chats', async ({ arrive }) => {
  const [mei, noor] = await Promise.all([
    arrive({ who: 'mei', voice: 'none' }),
    arrive({ who: 'noor', voice: 'none' }),
  ]);
  const room = await makeFriends(mei, noor);
  const held = await holdMessages(mei.page);
  await mei.go(`/chat/${room}`);
  await mei.write('See you at the night market?');
  await expect.poll(() => held.ids.length).toBe(1);
  refuseHeld(held);
  await expect(mei.text('Not sent. Tap to change it')).toBeVisible();
  await inBothDirections([mei], async ({ say, shootAs }) => {
    await mei.go('/chats');
    await expect(mei.page.locator(`#chat-${room}`)).toContainText(say('Not sent:'));
    await shootAs(mei.page, 'chats-not-sent');
  });
});

test.describe('behind a proxy that refuses sockets', () => {
  test.use({ expectedErrors: /WebSocket/ });

  test('and in a web view without a microphone, what is said beside the start of a call', async ({ arrive }) => {
    const [kai, ama] = await Promise.all([
      arrive({ who: 'kai', voice: 440 }),
      arrive({ who: 'ama', voice: 'none', before: withoutDevices }),
    ]);
    await kai.page.routeWebSocket('**/api/v1/live', (socket) => void socket.close());
    await inBothDirections([kai, ama], async ({ say, shootAs }) => {
      await kai.go('/call');
      const blocked = kai
        .text(say('Your network lets no live connection through. Calls and matches need one.'))
        .first();
      await expect(blocked).toBeVisible({ timeout: 30_000 });
      await shootAs(kai.page, 'no-live-connection', blocked);

      await ama.go('/call');
      const note = ama.text(say('This browser gives pages no microphone.')).first();
      await expect(note).toBeVisible();
      await shootAs(ama.page, 'no-microphone', note);
    });
  });
});

test.describe('what cannot be done here', () => {
  test.use({ expectedErrors: /ERR_FAILED|A screen failed|withResolvers is not a function/ });

  test('is said before', async ({ arrive, open, product }) => {
    const mei = await arrive({ who: 'mei', voice: 'none', before: overPlainHttp });
    await inBothDirections([mei], async ({ say, shootAs }) => {
      await mei.go('/call');
      const note = mei.text(say('This page was opened without encryption. Browsers give it no microphone then.'));
      await shootAs(mei.page, 'calls-need-encryption', note);
    });
    await mei.page.route(/\/assets\/SettingsPage-[^/]+\.js/, (route) => route.abort());
    await mei.go('/settings');
    await expect(mei.page.getByRole('heading', { name: 'Oops! Something went wrong' })).toBeVisible();
    await shoot(mei.page, 'page-not-loaded');

    const page = await open('none');
    await page.addInitScript(refuseCookies);
    await page.goto(`${product.url}/login`);
    await expect(page.getByRole('alert')).toBeVisible();
    await shoot(page, 'login-without-cookies');

    const old = await open('none');
    await old.addInitScript(() => Reflect.deleteProperty(Promise, 'withResolvers'));
    await old.goto(`${product.url}/`);
    await expect(old.getByRole('heading', { name: 'Please update your browser' })).toBeVisible();
    await shoot(old, 'old-browser');
  });
});
