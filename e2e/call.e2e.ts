import type { Locator } from '@playwright/test';
import { expectNothingAbout, watchFrames } from './support/frames.ts';
import type { Participant } from './support/participant.ts';
import { HIGH, LOW, talk } from './support/scenes.ts';
import { expect, unhurried as test } from './support/test.ts';

test('two people hear each other, mute silences, both like: the face, the name, the chat', async ({ arrive }) => {
  // Strangers everywhere else, so that nothing tells who they are; and names that no token holds by chance.
  const [ann, bob] = await Promise.all([arrive({ who: 'mateo', voice: LOW }), arrive({ who: 'mei', voice: HIGH })]);
  const [annHeard, bobHeard] = [watchFrames(ann), watchFrames(bob)];

  await test.step('each hears the other', async () => {
    await ann.startCall({ topic: 'the best thing you ate this week' });
    await expect(ann.finding).toBeVisible();
    await bob.startCall();
    await Promise.all([expect(ann.call).toBeVisible(), expect(bob.call).toBeVisible()]);
    await expect(ann.text('Call started')).toBeVisible();
    await expect(bob.text('Topic: the best thing you ate this week')).toBeVisible();
    await expect(ann.text('No topic provided.')).toBeHidden();
    await Promise.all([ann.hears(HIGH), bob.hears(LOW)]);
  });

  await test.step('a muted microphone sends silence and the other side reads why, then sound again', async () => {
    const mark = bob.page.getByText('Muted', { exact: true });
    const said = bob.page.getByRole('status').filter({ hasText: 'They are muted' });
    await ann.button('Mute').click();
    await Promise.all([bob.receivesSilence(), expect(mark).toBeVisible(), expect(said).toHaveCount(1)]);
    await ann.pressed('Mute').click();
    await Promise.all([bob.hears(LOW), expect(mark).toHaveCount(0), expect(said).toHaveCount(0)]);
  });

  await test.step('the loudspeaker is louder than the earpiece', async () => {
    const quiet = (await ann.hearing()).played;
    await ann.button('Speaker').click();
    await expect(ann.pressed('Speaker')).toBeVisible();
    await expect.poll(async () => (await ann.hearing()).played).toBeGreaterThan(quiet * 1.5);
  });

  await test.step('an early end asks both to decide, as was said before, and nobody hears anybody', async () => {
    await expect(ann.text('End the call earlier, and you both decide right away.')).toBeVisible();
    await expect(ann.text("Network unstable? We'll try to reconnect up to 2 times.")).toBeVisible();
    // Pressed twice by somebody in a hurry: still nothing is chosen.
    await ann.button('End call').dblclick();
    await Promise.all([expect(ann.decision).toBeVisible(), expect(bob.decision).toBeVisible()]);
    await expect(ann.text('If both like each other, profiles will be revealed and chat created!')).toBeVisible();
    await expect(ann.text(/^Time remaining: \d+s$/)).toBeVisible();
    await Promise.all([ann.playsNothing(), bob.playsNothing(), ann.receivesSilence(), bob.receivesSilence()]);
  });

  await test.step('until both like, nothing that tells who the other is has reached a page', async () => {
    await ann.button('Like').click();
    await expect(ann.text('Waiting for them')).toBeVisible();
    // Nothing is left to choose, and nothing is read out of it.
    await expect(ann.page.getByRole('alert').filter({ hasText: 'left to choose' })).toHaveCount(0);
    await expect(ann.pressed('Like')).toBeVisible();
    await expect(bob.pressed('Like')).toBeHidden();
    expect(await groundOf(ann.button('Like')), 'a chosen Like').toBe(await groundOf(bob.button('Like')));
    await expectNothingAbout(bob, annHeard);
    await expectNothingAbout(ann, bobHeard);
  });

  await test.step('a match: face and name, and the call goes on', async () => {
    await bob.button('Like').click();
    for (const [one, other] of [
      [ann, bob],
      [bob, ann],
    ] as const) {
      await expect(one.text("It's a match! Continuing call.")).toBeVisible();
      await expect(one.page.getByRole('heading', { name: other.name })).toBeVisible();
      await expect(one.page.getByRole('img', { name: other.name })).toBeVisible();
    }
    await Promise.all([ann.hears(HIGH), bob.hears(LOW)]);
    await readsOfTrouble(ann);
  });

  await test.step('the chat is there, carries messages both ways, and keeps them', async () => {
    await ann.button('Open chat').click();
    await bob.button('Open chat').click();
    await ann.write('So that is your face.');
    await expect(bob.message('So that is your face.')).toBeVisible();
    await bob.write('And that is yours.');
    await expect(ann.message('And that is yours.')).toBeVisible();
  });

  await test.step('the call goes on above the chat and covers nothing of it', async () => {
    const field = ann.page.getByRole('textbox', { name: 'Message Mei-Lin' });
    for (const viewport of [
      { width: 390, height: 844 },
      { width: 1440, height: 900 },
    ]) {
      await ann.page.setViewportSize(viewport);
      await expect(ann.message('And that is yours.')).toBeInViewport({ ratio: 1 });
      const bar = await boxOf(ann.callBar);
      const header = await boxOf(ann.page.getByRole('heading', { name: 'Mei-Lin' }));
      const composer = await boxOf(field);
      expect(header.y).toBeGreaterThanOrEqual(bar.y + bar.height);
      expect(composer.y + composer.height).toBeLessThanOrEqual(viewport.height);
    }
    await readsOfTrouble(ann);
    await ann.hears(HIGH);
  });

  await test.step('its end does not take the screen from who is writing', async () => {
    const field = ann.page.getByRole('textbox', { name: 'Message Mei-Lin' });
    await field.pressSequentially('I was just about to say');
    await bob.callBar.getByRole('button', { name: 'End call' }).click();
    await expect(ann.text('Other party has left')).toBeVisible();
    await expect(ann.page.getByRole('dialog')).toHaveCount(0);
    await expect(ann.callBar).toHaveCount(0);
    await expect(field).toBeFocused();
    await expect(field).toHaveValue('I was just about to say');
  });

  await test.step('the chat outlives the page', async () => {
    await ann.page.reload();
    await expect(ann.message('So that is your face.')).toBeVisible();
    await expect(ann.message('And that is yours.')).toBeVisible();
  });
});

/** As a screen reader does: aloud as it begins, and not any more once it is over. */
async function readsOfTrouble(one: Participant): Promise<void> {
  const said = one.page.getByRole('status').filter({ hasText: 'Reconnecting…' });
  await one.sees('lost');
  await expect(said).toHaveCount(1);
  await one.sees('it is');
  await expect(said).toHaveCount(0);
}

function groundOf(button: Locator): Promise<string> {
  return button.evaluate((element) => getComputedStyle(element).backgroundColor);
}

async function boxOf(locator: Locator): Promise<{ y: number; height: number }> {
  const box = await locator.boundingBox();
  if (box === null) throw new Error('not on the screen');
  return box;
}

test('a dislike is quiet: each side reads its own sentence and the call is gone in 2 and 3 seconds', async ({
  arrive,
}) => {
  const [ann, bob] = await Promise.all([arrive({ who: 'kai', voice: LOW }), arrive({ who: 'ama', voice: HIGH })]);
  await talk(ann, bob);
  await ann.button('End call').click();
  await bob.button('Dislike').click();
  await expect(bob.text('Not a match. Call will end.')).toBeVisible();
  await expect(ann.text('Unmatch, Call will End in 3s')).toBeVisible();
  await Promise.all([ann.playsNothing(), bob.playsNothing()]);
  await expect(bob.button('Start a call')).toBeVisible({ timeout: 3_000 });
  await expect(ann.button('Start a call')).toBeVisible({ timeout: 4_000 });
});
