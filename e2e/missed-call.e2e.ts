import { alarmsOf, noteAlarms } from './support/alarms.ts';
import { makeFriends } from './support/friends.ts';
import { HIGH, LOW } from './support/scenes.ts';
import { expect, unhurried } from './support/test.ts';

const test = unhurried.extend({
  settings: [{ CAN_DISLIKE_SECONDS: '0', DECISION_SECONDS: '60', RING_SECONDS: '3' }, { scope: 'worker' }],
});

test('Call counts before the page is ready for calls, and what was said till then is there; a hidden tab makes itself noticed until nobody has answered in 3 s', async ({
  arrive,
}) => {
  const [ann, bob] = await Promise.all([
    arrive({ who: 'kai', voice: LOW }),
    arrive({ who: 'mateo', voice: HIGH, before: noteAlarms }),
  ]);
  const id = await makeFriends(ann, bob);
  const room = `/chat/${id}`;
  await bob.go('/home');
  await expect(bob.button('Start a call')).toBeEnabled();
  // Before, it may not vibrate.
  await bob.page.getByRole('textbox', { name: /^Topic/ }).click();
  const held = Promise.withResolvers<void>();
  await ann.page.route('**/MemberOverlays-*.js', async (route) => {
    await held.promise;
    await route.continue();
  });
  await ann.go(room);
  await expect(ann.page.getByRole('textbox', { name: /^Message/ })).toBeVisible();
  await bob.wire.call('sendMessageV2v2', {
    chatRoomId: id,
    clientMessageId: crypto.randomUUID(),
    type: 'text',
    content: 'Told to nobody yet',
  });
  await ann.button('Call').click();
  held.resolve();
  await expect(ann.callWith(bob)).toBeVisible();
  await expect(bob.ringing(ann)).toBeVisible();

  await expect(ann.text('Mateo did not answer')).toBeVisible();
  await expect(bob.ringing(ann)).toHaveCount(0);
  await expect(ann.message('Voice call, no answer')).toBeVisible();
  await expect(ann.message('Told to nobody yet')).toBeVisible();
  const { titles, vibrations, notifications } = await alarmsOf(bob.page);
  expect(titles).toContain('Kai is calling');
  expect(titles.at(-1)).not.toContain('Kai');
  // It rings until that is stopped. What is notified then, which nothing pushes to this device, vibrates by itself.
  const isRing = (pattern: VibratePattern): boolean => Array.isArray(pattern) && pattern.length === 3;
  expect(vibrations[0]).toEqual([400, 200, 400]);
  expect(vibrations.indexOf(0)).toBeGreaterThan(vibrations.findLastIndex(isRing));
  expect(notifications).toEqual([{ title: 'Kai', body: 'Incoming voice call', state: 'closed' }]);
  await bob.go(room);
  await expect(bob.message('Missed voice call')).toBeVisible();
});
