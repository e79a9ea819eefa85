import type { WebSocket } from '@playwright/test';
import type { CallView } from '@yonder/contract';
import { expectNoViolation } from './support/axe.ts';
import type { Participant } from './support/participant.ts';
import { makeFriends } from './support/friends.ts';
import { talk } from './support/scenes.ts';
import { expect, test as plain } from './support/test.ts';

/** A product of its own: whoever is suspended here would be missed elsewhere. */
const test = plain.extend({
  settings: [{ CAN_DISLIKE_SECONDS: '0', DECISION_SECONDS: '59' }, { scope: 'worker' }],
});

/** Longer than a line of what asks for a decision. */
const THREAT = 'Then I come to your door, whatever you say, and stand there every night until you open it for me';

test('a report in a call reaches the console; a pause ends the next one; an appeal takes it back; a ban takes two', async ({
  arrive,
  product,
}) => {
  const [noor, ama] = await Promise.all([
    arrive({ who: 'noor', voice: 'none' }),
    arrive({ who: 'ama', voice: 'none' }),
  ]);
  await Promise.all(['noor', 'ama'].map((who) => product.command('role', who, 'moderator')));
  for (const moderator of [noor, ama]) await expect.poll(() => mayModerate(moderator)).toBe(true);
  await noor.go('/moderation');
  await expect(noor.text('Nothing is waiting')).toBeVisible();
  // Their browsers start once the console is there: all at once they take a slow machine ten seconds.
  const [ann, bob, cem] = await Promise.all([
    arrive({ who: 'kai', voice: 440 }),
    arrive({ who: 'mateo', voice: 1000 }),
    arrive({ who: 'wei', voice: 440 }),
  ]);

  await test.step('the report ends the call, and stands in the console at once', async () => {
    await talk(ann, bob, 'the sea');
    await ann.button('Report and leave').click();
    const form = ann.dialog('Report and leave');
    await form.getByRole('radio', { name: 'A threat' }).check();
    await form.getByLabel('Anything else (optional)').fill('He said he would find me.');
    await form.getByRole('button', { name: 'Report and leave' }).click();
    await expect(bob.text('Other party has left')).toBeVisible();
    await expect(ann.dialog('Thank you')).toContainText('Nobody is told who reported them.');
    await ann.dialog('Thank you').getByRole('button', { name: 'Done' }).click();
    const row = noor.page.getByRole('link', { name: /^Threats, voice call/ });
    await expect(row).toContainText('Mateo');
    // Nobody has the focus on a page that has just come.
    await noor.page.keyboard.press('j');
    await expect(row).toBeFocused();
    await noor.page.keyboard.press('o');
    await expect(noor.page.getByRole('heading', { level: 1, name: 'Threats, voice call' })).toBeFocused();
    await expect(noor.text('He said he would find me.')).toBeVisible();
    await expect(noor.text('Their topic:')).toContainText('the sea');
    await expectNoViolation(noor.page, 'a case');
  });

  let second: CallView;
  await test.step('a pause ends the call they are in: both read why', async () => {
    await talk(cem, bob);
    second = await cem.callNow();
    await noor.page.keyboard.press('p');
    const form = noor.dialog('Pause account');
    await form.getByText('24 hours').click();
    await expect(form.getByLabel('Why, for the person to read')).toHaveValue(/^You threatened somebody\./);
    await expectNoViolation(noor.page, 'before a pause');
    await form.getByRole('button', { name: 'Pause account' }).click();
    // Read for a few seconds only.
    await expect(cem.text('Other party has left')).toBeVisible();
    await expect(noor.text('This case is closed.')).toBeVisible();
    await expect(bob.page).toHaveURL(/\/suspended$/);
    await expect(bob.page.getByRole('heading', { name: 'Your account is paused' })).toBeVisible();
    await expect(bob.text('You threatened somebody. Your account is paused for a while.')).toBeVisible();
    await expectNoViolation(bob.page, 'why one is kept out');
  });

  await test.step('somebody else reads the appeal and grants it, and they are back', async () => {
    await bob.button('I disagree').click();
    await bob.page.getByLabel('Why is it wrong?').fill('That was a line from a film.');
    await bob.button('Send my appeal').click();
    await expect(bob.text('You have appealed.')).toBeVisible();
    await ama.go('/moderation?list=appeals');
    await ama.page.getByRole('link', { name: /^Threats, voice call/ }).click();
    await ama.button('Take it back').click();
    await ama.dialog('Take it back').getByRole('button', { name: 'Take it back' }).click();
    await expect(ama.text('Appeal, taken back')).toBeVisible();
    // Every node reads who is kept out anew every two seconds.
    await expect(async () => {
      await bob.go('/home');
      await expect(bob.page).toHaveURL(/\/home$/, { timeout: 1_000 });
      await isBack(bob);
    }).toPass();
  });

  await test.step('who proposes a ban has them out at once, and cannot approve it', async () => {
    const connected: WebSocket[] = [];
    bob.page.on('websocket', (socket) => connected.push(socket));
    await bob.go('/home');
    await expect.poll(() => connected.length).toBeGreaterThan(0);
    await cem.wire.call('reportUser', { target: { type: 'call', id: second.callId }, reason: 'hate' });
    await noor.go('/moderation');
    await noor.page.getByRole('link', { name: /^Hate or insults, voice call/ }).press('Enter');
    await expect(noor.page.getByRole('heading', { level: 1, name: 'Hate or insults, voice call' })).toBeFocused();
    await noor.page.keyboard.press('b');
    await noor.dialog('Ban account').getByRole('button', { name: 'Ban account' }).press('Enter');
    await expect(noor.text('Another moderator has to look at it.')).toBeVisible();
    await expect(noor.button('Do not ban')).toBeVisible();
    await expect(noor.button('Approve the ban')).toBeHidden();
    await expect(bob.page.getByRole('heading', { name: 'Your account is paused' })).toBeVisible();
    // The latest: of a page that is gone nobody says that its socket has closed.
    await expect.poll(() => connected.at(-1)?.isClosed()).toBe(true);
    await expect(bob.text('Your account is closed')).toHaveCount(0);
  });

  await test.step('another one approves it, and it is for good: they read why, and may appeal', async () => {
    await ama.go('/moderation?list=approvals');
    await ama.page.getByRole('link', { name: /^Hate or insults, voice call/ }).click();
    await ama.button('Approve the ban').click();
    await ama.dialog('Approve the ban').getByRole('button', { name: 'Approve the ban' }).click();
    await expect(ama.text('This case is closed.')).toBeVisible();
    await bob.page.reload();
    await expect(bob.page.getByRole('heading', { name: 'Your account is closed' })).toBeVisible();
    await expect(bob.text('You insulted somebody, or spoke with contempt about who people are.')).toBeVisible();
    await bob.button('I disagree').click();
    await bob.page.getByLabel('Why is it wrong?').fill('I did not say that.');
    await bob.button('Send my appeal').click();
    await expect(bob.text('You have appealed.')).toBeVisible();
    const [ban] = (await bob.wire.call('listStatements', null)).statements;
    const answer = { statementId: ban?.statementId ?? '', outcome: 'reversed', text: 'You are right.' } as const;
    await noor.wire.call('decideAppeal', answer);
    await expect(() => isBack(bob)).toPass();
  });
});

test('what is reported in a chat, a message or the person, stands in the console with what was said', async ({
  arrive,
  product,
}) => {
  const [ann, bob, noor] = await Promise.all([
    arrive({ who: 'wei', voice: 'none' }),
    arrive({ who: 'mei', voice: 'none' }),
    arrive({ who: 'noor', voice: 'none' }),
  ]);
  await product.command('role', 'noor', 'moderator');
  await expect.poll(() => mayModerate(noor)).toBe(true);
  const chatRoomId = await makeFriends(ann, bob);
  for (const [{ wire }, content] of [
    [ann, 'I would rather not meet'],
    [bob, THREAT],
  ] as const) {
    await wire.call('sendMessageV2v2', { chatRoomId, clientMessageId: crypto.randomUUID(), type: 'text', content });
  }
  await noor.go('/moderation');
  await ann.go(`/chat/${chatRoomId}`);

  await test.step('a message', async () => {
    await ann.message(THREAT).hover();
    await ann.button('Message actions').last().click();
    await ann.page.getByRole('menuitem', { name: 'Report', exact: true }).click();
    const form = ann.dialog('Report message');
    await form.getByRole('radio', { name: 'A threat' }).check();
    await form.getByRole('button', { name: /^Report/ }).click();
    const thanks = ann.dialog('Thank you');
    await expect(thanks.getByRole('button', { name: 'Block them, too' })).toBeVisible();
    await expect(thanks).toContainText('You never meet each other again, your chat is closed');
    await thanks.getByRole('button', { name: 'Done' }).click();
    await noor.page.getByRole('link', { name: /^Threats, message/ }).click();
    const said = noor.page.getByRole('listitem').filter({ hasText: /: (I would|Then I)/ });
    await expect(said).toHaveText([/Reporter: I would rather not meet/, /Reported person: .*door.*This was reported/]);
    await noor.page.keyboard.press('r');
    const decision = noor.dialog('Remove content');
    await expect(decision.getByRole('checkbox', { name: THREAT })).toBeChecked();
    // Its last words are cut, and nothing stands out of the dialog.
    const fields = decision.locator('form');
    expect(await fields.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
    await noor.page.keyboard.press('Escape');
  });

  await test.step('the person', async () => {
    await ann.button('Report or block').click();
    await ann.page.getByRole('menuitem', { name: 'Report Mei-Lin' }).click();
    const form = ann.dialog('Report Mei-Lin');
    await form.getByRole('radio', { name: 'Hate or insults' }).check();
    await form.getByLabel('Anything else (optional)').fill('It is not the first time.');
    await form.getByRole('button', { name: /^Report/ }).click();
    await ann.dialog('Thank you').getByRole('button', { name: 'Done' }).click();
    // One case a person, and it is open.
    await expect(noor.text('It is not the first time.')).toBeVisible();
    await expect(noor.text(THREAT)).toHaveCount(2);
  });

  // Who was in a call in another test may have reported that, too.
  const reports = ann.page.getByRole('listitem').filter({ hasText: /^A (chat|message)/ });
  await test.step('both stand in the reporter’s list, by kind, reason and date', async () => {
    await ann.go('/settings');
    await ann.page.getByRole('link', { name: 'My reports' }).click();
    await expect(reports).toHaveText([/A chat.*Hate or insults.*Received/, /A message.*Threats.*Received/]);
    await expect(ann.text('Mei-Lin')).toHaveCount(0);
  });

  await test.step('a warning that was put aside comes back, until it was read', async () => {
    const words = { ground: 'threat', text: 'You threatened somebody.' } as const;
    const caseId = new URL(noor.page.url()).pathname.split('/').at(-1) ?? '';
    await noor.wire.call('decideCase', { caseId, action: 'warn', ...words });
    await bob.go('/home');
    const warning = bob.dialog('A warning');
    await expect(warning).toContainText(words.text);
    await bob.page.keyboard.press('Escape');
    await expect(warning).toBeHidden();
    await bob.page.reload();
    await warning.getByRole('button', { name: 'I have read it' }).click();
    await expect(warning).toBeHidden();
    const [statement] = (await bob.wire.call('listStatements', null)).statements;
    expect(statement?.acknowledged).toBe(true);
  });

  await test.step('the reporter hears that it was acted on, in the open list and among the notifications', async () => {
    await expect(reports).toHaveText([/We acted on it$/, /We acted on it$/]);
    await ann.go('/notifications');
    await ann.page
      .getByRole('link', { name: /Your report was reviewed/ })
      .first()
      .click();
    await expect(ann.page).toHaveURL(/\/settings\/reports$/);
    await expectNoViolation(ann.page, 'my reports');
  });
});

test('a block makes both vanish from each other: chats, moments, profiles, calls', async ({ arrive }) => {
  const [ann, bob] = await Promise.all([arrive({ who: 'ama', voice: 'none' }), arrive({ who: 'mei', voice: 'none' })]);
  const room = await makeFriends(ann, bob);
  const { other } = await roomOf(ann, room);
  const you = await roomOf(bob, room);
  for (const [who, content] of [
    [ann, 'Ama was here'],
    [bob, 'Mei-Lin was here'],
  ] as const) {
    await who.wire.call('createPostV2v2', { content, region: 'TW', ageRange: 'any', language: 'en' });
  }
  await ann.go(`/profile/${other.userId}`);
  await ann.button('Report or block').click();
  await ann.page.getByRole('menuitem', { name: 'Block Mei-Lin' }).click();
  await ann.dialog('Block Mei-Lin?').getByRole('button', { name: 'Block' }).click();
  await expect(ann.page).toHaveURL(/\/chats$/);
  for (const [who, lost, id] of [
    [ann, 'Mei-Lin', other.userId],
    [bob, 'Ama', you.other.userId],
  ] as const) {
    const { posts } = await who.wire.call('listPosts', { region: 'TW' });
    expect(posts.map(({ content }) => content)).not.toContain(`${lost} was here`);
    const { chatRooms } = await who.wire.call('listChatRooms', null);
    expect(chatRooms.filter((one) => one.isActive && one.other.name === lost)).toEqual([]);
    await who.go(`/profile/${id}`);
    await expect(who.page.getByRole('heading', { name: 'Nobody here' })).toBeVisible();
    await who.wire.call('joinCallQueue', null);
  }
  const { kind } = await bob.wire.call('getCallState', null);
  expect(kind).toBe('voice-queue');
});

async function isBack({ wire }: Participant): Promise<void> {
  await wire.call('getCallState', null);
}

async function mayModerate({ wire }: Participant): Promise<boolean> {
  return wire.call('listCases', { list: 'open' }).then(
    () => true,
    () => false,
  );
}

async function roomOf({ wire }: Participant, id: string) {
  const { chatRooms } = await wire.call('listChatRooms', null);
  const room = chatRooms.find((one) => one.id === id);
  if (room === undefined) throw new Error(`there is no room ${id}`);
  return room;
}
