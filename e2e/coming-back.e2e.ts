import { Participant } from './support/participant.ts';
import { HIGH, LOW, talk } from './support/scenes.ts';
import { expect, unhurried as test } from './support/test.ts';

test('a reload in the middle of a call comes back into it, and so it does in the middle of a decision', async ({
  arrive,
}) => {
  const [ann, bob] = await Promise.all([arrive({ who: 'wei', voice: LOW }), arrive({ who: 'mei', voice: HIGH })]);
  await talk(ann, bob);
  await ann.hears(HIGH);
  const { callId } = await ann.callNow();

  await ann.button('Mute').click();
  await ann.page.reload();
  await expect(ann.call).toBeVisible();
  await Promise.all([ann.hears(HIGH), bob.receivesSilence()]);
  await ann.pressed('Mute').click();
  await bob.hears(LOW);
  expect((await ann.callNow()).callId).toBe(callId);

  await bob.button('End call').click();
  await expect(ann.decision).toBeVisible();
  await ann.page.reload();
  await expect(ann.decision).toBeVisible();
  await ann.button('Like').click();
  await bob.button('Like').click();
  await expect(ann.text("It's a match! Continuing call.")).toBeVisible();
  await Promise.all([ann.hears(HIGH), bob.hears(LOW)]);
});

test('another tab shows where the call is, and can continue it there', async ({ arrive }) => {
  const [ann, bob] = await Promise.all([arrive({ who: 'kai', voice: LOW }), arrive({ who: 'ama', voice: HIGH })]);
  await talk(ann, bob);
  const other = await ann.anotherTab();
  await other.go('/chats');
  await expect(other.callBar).toContainText('You are in a call in another tab');
  await ann.button('Mute').click();
  await other.button('Continue here').click();
  await expect(other.call).toBeVisible();
  await other.pressed('Mute').click();
  await Promise.all([other.hears(HIGH), bob.hears(LOW)]);
  await expect(ann.callBar).toContainText('You are in a call in another tab');

  await test.step('its bar is the first stop; when it goes, what is read stays and the focus goes on in the page', async () => {
    const heading = ann.page.getByRole('heading', { name: 'Blocked people' });
    await ann.page.setViewportSize({ width: 390, height: 500 });
    await ann.go('/settings');
    await expect(ann.callBar).toBeVisible();
    await ann.page.keyboard.press('Tab');
    await expect(ann.button('Continue here')).toBeFocused();
    await heading.scrollIntoViewIfNeeded();
    const before = await heading.boundingBox();
    await bob.page.goBack();
    await bob.button('Leave').click();
    await expect(ann.callBar).toHaveCount(0);
    expect((await heading.boundingBox())?.y).toBeCloseTo(before?.y ?? NaN, 0);
    await expect(ann.page.locator('#content')).toBeFocused();
  });
});

test('a duplicate of the tab is another tab', async ({ arrive, product }) => {
  const [ann, bob] = await Promise.all([arrive({ who: 'kai', voice: LOW }), arrive({ who: 'ama', voice: HIGH })]);
  await talk(ann, bob);
  const opened = ann.page.waitForEvent('popup');
  // It begins with a copy of what the tab keeps, as a duplicate does.
  await ann.page.evaluate(() => void window.open('/chats'));
  const duplicate = new Participant({ page: await opened, who: 'kai', product });
  await expect(duplicate.callBar).toContainText('You are in a call in another tab');
  await duplicate.page.close();
  await Promise.all([ann.hears(HIGH), bob.hears(LOW)]);
});

test('who leaves the page and is back within ten seconds revives the call; who stays away ends it for the other', async ({
  arrive,
}) => {
  const [ann, bob, cem, dua] = await Promise.all([
    arrive({ who: 'noor', voice: LOW }),
    arrive({ who: 'mateo', voice: HIGH }),
    arrive({ who: 'wei', voice: LOW }),
    arrive({ who: 'mei', voice: HIGH }),
  ]);
  await talk(ann, bob);
  await talk(cem, dua);

  async function comesBack(): Promise<void> {
    await ann.leave();
    await expect(
      bob
        .text(/Reconnecting|away/)
        .filter({ visible: true })
        .first(),
    ).toBeVisible();
    await ann.go('/chats');
    await Promise.all([ann.hears(HIGH), bob.hears(LOW)]);
  }
  async function staysAway(): Promise<void> {
    await cem.leave();
    await expect(dua.text('Other party has left')).toBeVisible({ timeout: 15_000 });
    await expect(dua.button('Start a call')).toBeVisible();
  }
  await Promise.all([comesBack(), staysAway()]);
});

test('going back in the history asks first, and who leaves then is free for the next call', async ({ arrive }) => {
  const [ann, bob] = await Promise.all([arrive({ who: 'kai', voice: LOW }), arrive({ who: 'ama', voice: HIGH })]);
  await talk(ann, bob);
  await ann.page.goBack();
  await expect(ann.text('You are currently in a call. Are you sure you want to leave?')).toBeVisible();
  await ann.button('Stay').click();
  await expect(ann.call).toBeVisible();

  await ann.page.goBack();
  await ann.button('Leave').click();
  await ann.button('Start a call').click();
  await expect(bob.text('Other party has left')).toBeVisible();
  await expect(ann.text('Number 1 of 1 in the queue')).toBeVisible();
});

test('logging out, in another tab too, ends the call for the other at once', async ({ arrive }) => {
  const [ann, bob] = await Promise.all([
    arrive({ who: 'noor', voice: LOW, session: 'own' }),
    arrive({ who: 'mateo', voice: HIGH }),
  ]);
  await talk(ann, bob);
  const other = await ann.anotherTab();
  await other.go('/settings');
  await expect(other.callBar).toBeVisible();
  await other.button('Log out').click();
  await expect(bob.text('Other party has left')).toBeVisible();
});
