import { makeFriends } from './support/friends.ts';
import type { Participant } from './support/participant.ts';
import { noteRinging, ringing } from './support/ringtone.ts';
import { HIGH, LOW } from './support/scenes.ts';
import { expect, unhurried as test } from './support/test.ts';
import { withoutWebRtc } from './support/no-calls.ts';

test('it rings, both hear each other through a reload of either side, and the chat has a line of it', async ({
  arrive,
}) => {
  const [ann, bob] = await Promise.all([
    arrive({ who: 'wei', voice: LOW }),
    arrive({ who: 'mei', voice: HIGH, before: noteRinging }),
  ]);
  const room = `/chat/${await makeFriends(ann, bob)}`;
  await bob.go('/home');
  await ann.go(room);
  await ann.button('Call').click();
  await expect(ann.callWith(bob)).toBeVisible();
  await expect(ann.text('Calling…')).toBeVisible();

  const dialog = bob.ringing(ann);
  await expect(dialog).toContainText('Incoming voice call');
  await expect.poll(() => ringing(bob.page)).toBe(1);
  await expect(dialog.getByRole('heading')).toBeFocused();
  for (const key of ['Escape', 'Enter', ' ']) await bob.page.keyboard.press(key);
  await expect(dialog).toBeVisible();
  await bob.button('Accept').click();
  await expect.poll(() => ringing(bob.page)).toBe(0);
  await Promise.all([ann, bob].map(({ timer }) => expect(timer).toHaveText(/^\d:\d\d/)));
  await Promise.all([ann.hears(HIGH), bob.hears(LOW)]);

  await ann.page.reload();
  await expect(ann.callWith(bob)).toBeVisible();
  await Promise.all([ann.hears(HIGH), bob.hears(LOW)]);
  await bob.page.reload();
  await expect(bob.callWith(ann)).toBeVisible();
  await Promise.all([ann.hears(HIGH), bob.hears(LOW)]);

  await bob.button('Open chat').click();
  await expect(bob.callBar).toContainText(ann.name);
  await expect(bob.button(/^Call: You are in a call/)).toBeDisabled();
  await bob.hears(LOW);
  await ann.button('End call').click();
  await expect(bob.text('Other party has left')).toBeVisible();
  await expect(bob.callBar).toHaveCount(0);
  await Promise.all([ann, bob].map((person) => expect(person.message(/^Voice call, \d:\d\d$/)).toBeVisible()));
});

test('a browser without WebRTC neither rings a friend nor answers one: it says why, and leads to the chat', async ({
  arrive,
}) => {
  const [ann, bob] = await Promise.all([
    arrive({ who: 'noor', voice: 'none', before: withoutWebRtc }),
    arrive({ who: 'mateo', voice: LOW }),
  ]);
  const room = `/chat/${await makeFriends(ann, bob)}`;
  const help = ann.dialog('No calls from here');

  await ann.go(room);
  await ann.button('Call').click();
  await expect(help).toContainText('This browser cannot make calls.');
  await expect(ann.callWith(bob)).toHaveCount(0);
  expect(await ann.wire.call('getCallState', null)).toMatchObject({ kind: 'idle' });
  await help.getByRole('button', { name: 'Close' }).last().click();

  await ann.go('/home');
  await bob.go(room);
  await bob.button('Call').click();
  await expect(ann.ringing(bob)).toBeVisible();
  await ann.button('Accept').click();
  await expect(help).toContainText('This browser cannot make calls.');
  await expect(ann.ringing(bob)).toHaveCount(0);
  await expect(bob.text('Calling…')).toBeVisible();
  await ann.button('Write instead').click();
  await expect(ann.page).toHaveURL(RegExp(`${room}$`));
  await ann.button('Decline').click();
});

test('declined, given up and called back: each says so, to each in their words', async ({ arrive }) => {
  const [ann, bob] = await Promise.all([arrive({ who: 'kai', voice: LOW }), arrive({ who: 'ama', voice: HIGH })]);
  const room = `/chat/${await makeFriends(ann, bob)}`;
  await bob.go(room);

  await test.step('from a profile; in a room it rings in a banner', async () => {
    await ann.go(await profileOf(ann, room));
    await ann.button('Call').click();
    await expect(bob.ringingInRoom(ann)).toBeVisible();
    await expect(bob.ringing(ann)).toHaveCount(0);
    await bob.button('Decline').click();
    await expect(bob.ringingInRoom(ann)).toHaveCount(0);
    await expect(ann.text('Ama can’t talk right now')).toBeVisible();
    await ann.button('Close').click();
    await expect(ann.callWith(bob)).toHaveCount(0);
    await expect(bob.message('Voice call, declined')).toBeVisible();
    await ann.go(room);
    await expect(ann.message('Voice call, not taken')).toBeVisible();
  });

  await test.step('given up after a reload of the caller: the ringing stops at once, and they have missed it', async () => {
    await ann.button('Call').click();
    await expect(bob.ringingInRoom(ann)).toBeVisible();
    await ann.page.reload();
    await expect(ann.text('Calling…')).toBeVisible();
    await ann.button('Cancel').click();
    await expect(ann.message('Voice call, cancelled')).toBeVisible();
    await expect(bob.ringingInRoom(ann)).toHaveCount(0);
    await expect(bob.message('Missed voice call')).toBeVisible();
  });

  await test.step('called back', async () => {
    await bob.button('Call back').last().click();
    await ann.ringingInRoom(bob).getByRole('button', { name: 'Accept' }).click();
    await Promise.all([ann, bob].map(({ timer }) => expect(timer).toHaveText(/^\d:\d\d/)));
    await Promise.all([ann.hears(HIGH), bob.hears(LOW)]);
    await bob.button('End call').click();
    await expect(ann.callWith(bob)).toHaveCount(0);
  });
});

test('in two tabs it rings in both, sounds from one, and is had by the first that accepts; a third person reads busy', async ({
  arrive,
}) => {
  const [ann, bob, cem] = await Promise.all([
    arrive({ who: 'noor', voice: LOW }),
    arrive({ who: 'mateo', voice: HIGH, before: noteRinging }),
    arrive({ who: 'kai', voice: LOW }),
  ]);
  const third = `/chat/${await makeFriends(cem, bob)}`;
  const room = `/chat/${await makeFriends(ann, bob)}`;
  const second = await bob.anotherTab();
  await second.page.addInitScript(noteRinging);
  await Promise.all([bob.go('/home'), second.go('/settings'), ann.go(room), cem.go(third)]);
  await ann.button('Call').click();
  await Promise.all([bob, second].map((tab) => expect(tab.ringing(ann)).toBeVisible()));
  await expect.poll(() => ringing(bob.page, second.page)).toBe(1);

  await second.button('Accept').click();
  await Promise.all([ann.hears(HIGH), second.hears(LOW)]);
  await expect(bob.ringing(ann)).toHaveCount(0);
  await expect(bob.callBar).toContainText('You are in a call in another tab');
  expect(await ringing(bob.page, second.page)).toBe(0);

  await cem.button('Call').click();
  await expect(cem.text('Mateo is in another call')).toBeVisible();
  await expect(cem.message('Voice call, busy')).toBeVisible();
  await expect(bob.ringing(cem)).toHaveCount(0);

  await bob.button('Continue here').click();
  await Promise.all([ann.hears(HIGH), bob.hears(LOW)]);
  await ann.button('End call').click();
  await expect(bob.text('Other party has left')).toBeVisible();
});

test('a refused microphone calls nobody, and does not answer: it still rings', async ({ arrive }) => {
  const [ann, bob] = await Promise.all([
    arrive({ who: 'wei', voice: LOW, microphone: 'denied' }),
    arrive({ who: 'noor', voice: HIGH }),
  ]);
  const room = `/chat/${await makeFriends(ann, bob)}`;
  await Promise.all([ann.go(room), bob.go(room)]);
  await ann.button('Call').click();
  await expect(ann.text('Microphone permission denied')).toBeVisible();
  await expect(ann.text(/^Microphone access denied/)).toHaveCount(0);
  await expect(ann.callWith(bob)).toHaveCount(0);

  await bob.button('Call').click();
  await ann.ringingInRoom(bob).getByRole('button', { name: 'Accept' }).click();
  await expect(ann.text('Microphone permission denied')).not.toHaveCount(0);
  await expect(ann.ringingInRoom(bob)).toBeVisible();
  await bob.button('Cancel').click();
  await expect(ann.ringingInRoom(bob)).toHaveCount(0);
});

async function profileOf(person: Participant, room: string): Promise<string> {
  const { chatRooms } = await person.wire.call('listChatRooms', null);
  const partner = chatRooms.find(({ id }) => room.endsWith(id))?.other;
  return `/profile/${partner?.userId}`;
}
