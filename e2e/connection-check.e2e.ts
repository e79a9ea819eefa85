import { unreachableRelay, withoutWebRtc } from './support/no-calls.ts';
import { expect, test } from './support/test.ts';

test('who checks the microphone reads that the connection works, through the relay itself', async ({ arrive }) => {
  const ann = await arrive({ who: 'wei', voice: 440 });
  await ann.go('/call');
  await ann.button('Check your microphone').click();
  await expect(ann.text('Your connection works.')).toBeVisible();
});

test('a browser without WebRTC is told so instead of being matched, and leads to a chat', async ({ arrive }) => {
  const ann = await arrive({ who: 'kai', voice: 'none', before: withoutWebRtc });
  await ann.startCall();
  await expect(ann.dialog('No calls from here')).toContainText('This browser cannot make calls.');
  await expect(ann.finding).toBeHidden();
  expect(await ann.wire.call('getCallState', null)).toMatchObject({ kind: 'idle' });
  await ann.button('Write instead').click();
  await expect(ann.page).toHaveURL(/\/mode3$/);
});

test('who cannot reach the relay waits, is told what helps, and is matched once a check passes', async ({ arrive }) => {
  const [ann, bob] = await Promise.all([
    arrive({ who: 'noor', voice: 440, before: unreachableRelay }),
    arrive({ who: 'mateo', voice: 1000 }),
  ]);
  await ann.startCall();
  await expect(ann.text('Your network lets no calls through.')).toBeVisible({ timeout: 25_000 });
  await expect
    .poll(async () => (await ann.wire.call('getCallState', null)).queue?.check)
    .toMatchObject({ kind: 'required' });
  await expect(ann.text(/^You keep your place, but are matched with nobody/)).toBeVisible();
  // Without that he would be matched as he comes.
  await bob.startCall();
  await expect(bob.text('Number 2 of 2 in the queue')).toBeVisible();

  const again = ann.button('Check again');
  await again.click();
  await expect(ann.text('Checking your connection…')).toBeVisible();
  await expect(again).toBeFocused();
  await expect(ann.text('Your network lets no calls through.')).toBeVisible({ timeout: 25_000 });
  await expect(again).toBeFocused();
  expect(await bob.wire.call('getCallState', null)).toMatchObject({ kind: 'voice-queue', call: null });

  await ann.page.evaluate(() => (window.testRelay.isBlocked = false));
  await again.click();
  await ann.hears(1000);
});
