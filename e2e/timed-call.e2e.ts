import { missEvents } from './support/missed.ts';
import { HIGH, LOW, talk } from './support/scenes.ts';
import { expect, test } from './support/test.ts';

test.use({ settings: { CALL_SECONDS: '6', REMINDER_SECONDS: '3', DECISION_SECONDS: '6', CAN_DISLIKE_SECONDS: '1' } });

test('the time runs out: a reminder, the decision, and undecided is no match for either, whom no event reaches neither', async ({
  arrive,
}) => {
  const [ann, bob] = await Promise.all([arrive({ who: 'wei', voice: LOW }), arrive({ who: 'mei', voice: HIGH })]);
  const missed = await missEvents(ann);
  await talk(ann, bob);
  await Promise.all(
    [ann, bob].map(async (one) => {
      await one.text('Please choose Like or Dislike').waitFor();
      await one.decision.waitFor();
      if (one === bob) await one.text('Not a match. Call will end.').waitFor();
      await one.button('Start a call').waitFor();
    }),
  );
  expect(missed()).toBeGreaterThan(2);
});

test('clocks that are 90 s off count right; the decision traps the focus, begins at its heading, and Enter chooses nothing', async ({
  arrive,
}) => {
  const [ann, bob] = await Promise.all([
    arrive({ who: 'kai', voice: LOW, clock: 90_000 }),
    arrive({ who: 'ama', voice: HIGH, clock: -90_000 }),
  ]);
  await talk(ann, bob);
  for (const one of [ann, bob]) await expect(one.timer).toHaveText(/^0:0\d/);
  for (const one of [ann, bob]) {
    await expect(one.decision).toBeVisible();
    await expect(one.text(/^Time remaining: [3-6]s$/)).toBeVisible();
  }
  await expect(ann.decision).toBeFocused();
  await ann.page.keyboard.press('Enter');
  for (const name of ['Report and leave', 'Dislike', 'Like', 'Report and leave', 'Dislike', 'Like']) {
    await ann.page.keyboard.press('Tab');
    await expect(ann.button(name)).toBeFocused();
  }
  await ann.page.keyboard.press('Enter');
  await expect(ann.text('Waiting for them')).toBeVisible();
  await bob.button('Like').click();
  await expect(bob.text("It's a match! Continuing call.")).toBeVisible();
});
