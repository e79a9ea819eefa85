import { talk } from './support/scenes.ts';
import { expect, test } from './support/test.ts';

test.use({ settings: { CALL_SECONDS: '6', REMINDER_SECONDS: '3', DECISION_SECONDS: '6', CAN_DISLIKE_SECONDS: '1' } });

test('the time runs out: a reminder, the decision, and undecided is no match for either', async ({ arrive }) => {
  const [ann, bob] = await Promise.all([arrive({ who: 'wei', voice: 440 }), arrive({ who: 'mei', voice: 1000 })]);
  await talk(ann, bob);
  await Promise.all(
    [ann, bob].map(async (one) => {
      await one.text('Please choose Like or Dislike').waitFor();
      await one.decision.waitFor();
      await one.text('Not a match. Call will end.').waitFor();
      await one.button('Start a call').waitFor();
    }),
  );
});

test('the decision traps the focus, begins at its heading, and Enter chooses nothing', async ({ arrive }) => {
  const [ann, bob] = await Promise.all([arrive({ who: 'kai', voice: 440 }), arrive({ who: 'ama', voice: 1000 })]);
  await talk(ann, bob);
  await expect(ann.decision).toBeVisible();
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
