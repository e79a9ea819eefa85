import { makeFriends } from './support/friends.ts';
import {
  actAsIPhone,
  actAsPhone,
  changeMicrophone,
  interrupt,
  loudspeaker,
  permit,
  refuseStreams,
  silence,
} from './support/phone-audio.ts';
import type { Participant } from './support/participant.ts';
import { HIGH, LOW } from './support/scenes.ts';
import { expect, unhurried as test } from './support/test.ts';

async function talk(ann: Participant, bob: Participant): Promise<void> {
  await ann.startCall();
  await bob.startCall();
  await Promise.all([ann, bob].map(({ timer }) => expect(timer).toHaveText(/^\d:\d\d/)));
}

test('an iPhone whose audio is interrupted goes on hearing the other and being heard, and says when it does not', async ({
  arrive,
}) => {
  const [ann, bob] = await Promise.all([
    arrive({ who: 'wei', voice: LOW, before: actAsPhone }),
    arrive({ who: 'mei', voice: HIGH }),
  ]);
  await ann.page.addInitScript(actAsIPhone);
  await talk(ann, bob);
  await expect.poll(() => loudspeaker(ann.page)).toBe('context');
  await interrupt(ann.page);
  expect(await loudspeaker(ann.page)).toBe('element');
  await Promise.all([ann.hears(HIGH), bob.hears(LOW)]);
  const hear = ann.button('Tap to hear');
  await expect(hear).toHaveCount(0);
  await silence(ann.page);
  await expect(hear).toBeVisible();
  await permit(ann.page);
  await hear.click();
  await expect(hear).toHaveCount(0);
  await expect.poll(() => loudspeaker(ann.page)).toBe('context');
  await Promise.all([ann.hears(HIGH), bob.hears(LOW)]);

  await test.step('the bar of a small call says it too', async () => {
    await ann.button('End call').click();
    for (const one of [ann, bob]) await one.button('Like').click();
    await ann.button('Open chat').click();
    await expect(ann.callBar).toBeVisible();
    await expect.poll(() => loudspeaker(ann.page)).toBe('context');
    const hearSmall = ann.callBar.getByRole('button', { name: 'Tap to hear' });
    await expect(hearSmall).toHaveCount(0);
    await interrupt(ann.page);
    await silence(ann.page);
    await expect(hearSmall).toBeVisible();
    await permit(ann.page);
    await hearSmall.click();
    await expect(hearSmall).toHaveCount(0);
    await expect.poll(() => loudspeaker(ann.page)).toBe('context');
  });
});

test('a browser that lets no page measure a voice calls all the same', async ({ arrive }) => {
  const [ann, bob] = await Promise.all([
    arrive({ who: 'kai', voice: LOW, before: actAsPhone }),
    arrive({ who: 'ama', voice: HIGH }),
  ]);
  await ann.page.addInitScript(refuseStreams);
  await ann.go('/call');
  await ann.button('Check your microphone').click();
  await expect(ann.text('The microphone is on. This browser does not show how loud you are.')).toBeVisible();
  await talk(ann, bob);
  await Promise.all([ann.hears(HIGH), bob.hears(LOW)]);
});

test('a browser that lets no page measure a voice records all the same', async ({ arrive }) => {
  const [ann, bob] = await Promise.all([
    arrive({ who: 'noor', voice: LOW, before: actAsPhone }),
    arrive({ who: 'ama', voice: 'none' }),
  ]);
  await ann.page.addInitScript(refuseStreams);
  await ann.go(`/chat/${await makeFriends(ann, bob)}`);
  await ann.button('Record voice message').click();
  await expect(ann.timer).toHaveText('0:02');
  await ann.button('Send voice message').click();
  const sent = ann.page.getByRole('log').getByRole('button', { name: /^Play voice message, 0:0[23]/ });
  await expect(sent.last()).toBeVisible();
});

test('a microphone that the system mutes is seen by both, and the other reads nothing of it once it is back', async ({
  arrive,
}) => {
  const [ann, bob] = await Promise.all([
    arrive({ who: 'noor', voice: LOW, before: actAsPhone }),
    arrive({ who: 'mateo', voice: HIGH }),
  ]);
  await talk(ann, bob);
  const own = ann.page.getByRole('dialog', { name: 'Voice Call' }).getByText('Your device has muted the microphone.');
  const muted = bob.page.getByRole('dialog', { name: 'Voice Call' }).getByText('Muted', { exact: true });
  await changeMicrophone(ann.page, 'mute');
  await expect(own.first()).toBeVisible();
  await expect(muted).toBeVisible();
  await changeMicrophone(ann.page, 'unmute');
  await expect(own).toHaveCount(0);
  await expect(muted).toHaveCount(0);
  await bob.hears(LOW);
});

test('a recording whose microphone is taken away stops, and what was said can be sent', async ({ arrive }) => {
  const [mei, kai] = await Promise.all([
    arrive({ who: 'mei', voice: LOW, before: actAsPhone }),
    arrive({ who: 'kai', voice: 'none' }),
  ]);
  await mei.go(`/chat/${await makeFriends(mei, kai)}`);
  await mei.button('Record voice message').click();
  await expect(mei.timer).toHaveText('0:02');
  await changeMicrophone(mei.page, 'ended');
  await expect(mei.text('Your device took the microphone away, so the recording stopped here.')).toBeVisible();
  await mei.button('Send voice message').click();
  await expect(
    mei.page
      .getByRole('log')
      .getByRole('button', { name: /^Play voice message, 0:0[23]/ })
      .last(),
  ).toBeVisible();
});

test('the screen stays on while one searches, and no longer', async ({ arrive }) => {
  const ann = await arrive({ who: 'wei', voice: LOW, before: noteLocks });
  // What is not granted here is denied.
  await ann.page.context().grantPermissions(['microphone', 'screen-wake-lock']);
  const held = () => ann.page.evaluate(() => window.testLocks.filter(({ released }) => !released).length);
  await ann.startCall();
  await expect(ann.finding).toBeVisible();
  await expect.poll(held).toBe(1);
  await ann.button('Cancel').click();
  await expect.poll(held).toBe(0);
  await ann.go('/mode3');
  await ann.button('Find someone').click();
  await expect.poll(held).toBe(1);
  await ann.dialog('Finding someone…').getByRole('button', { name: 'Cancel' }).click();
  await expect.poll(held).toBe(0);
});

declare global {
  interface Window {
    testLocks: WakeLockSentinel[];
  }
}

/** Runs in the page. */
function noteLocks(): void {
  window.testLocks = [];
  const wakeLock: WakeLock | undefined = navigator.wakeLock;
  if (wakeLock === undefined) return;
  const ask = wakeLock.request.bind(wakeLock);
  wakeLock.request = async (type) => {
    const lock = await ask(type);
    window.testLocks.push(lock);
    return lock;
  };
}
