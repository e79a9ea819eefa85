import { talk } from './support/scenes.ts';
import { expect, test } from './support/test.ts';

test('Report and leave ends a call at once, from its first second, and the two do not meet again', async ({
  arrive,
}) => {
  // In no other file either.
  const [ann, bob] = await Promise.all([arrive({ who: 'kai', voice: 440 }), arrive({ who: 'mateo', voice: 1000 })]);
  await talk(ann, bob);
  await ann.button('Report and leave').click();
  const form = ann.dialog('Report and leave');
  await form.getByRole('radio', { name: 'Hate or insults' }).check();
  await form.getByRole('button', { name: 'Report and leave' }).click();
  await expect(bob.text('Other party has left')).toBeVisible();
  await ann.dialog('Thank you').getByRole('button', { name: 'Done' }).click();
  await expect(ann.button('Start a call')).toBeVisible();
  await expect(bob.button('Start a call')).toBeVisible();
  await ann.startCall();
  await bob.startCall();
  await expect(ann.text('Number 1 of 2 in the queue')).toBeVisible();
  await expect(bob.text('Number 2 of 2 in the queue')).toBeVisible();
});

test('a report that is being written goes on when the other hangs up, and can be sent then', async ({ arrive }) => {
  // In no other file either.
  const [ann, bob] = await Promise.all([arrive({ who: 'ama', voice: 440 }), arrive({ who: 'mateo', voice: 1000 })]);
  await talk(ann, bob);
  await ann.button('Report and leave').click();
  const form = ann.dialog('Report and leave');
  await form.getByRole('radio', { name: 'Hate or insults' }).check();
  const words = form.getByLabel('Anything else (optional)');
  await words.fill('They called');
  await bob.page.goBack();
  await bob.button('Leave').click();
  await expect(ann.page.locator('[data-call-overlay]')).toHaveCount(0);
  await expect(words).toBeFocused();
  await ann.page.keyboard.type(' me names');
  await expect(words).toHaveValue('They called me names');
  await form.getByRole('button', { name: 'Report and leave' }).click();
  await ann.dialog('Thank you').getByRole('button', { name: 'Done' }).click();
  await expect(form).toHaveCount(0);
  await expect(ann.button('Start a call')).toBeVisible();
});

test('who leaves in the first seconds has left, and does not come back into the call with the next one', async ({
  arrive,
}) => {
  const [ann, bob] = await Promise.all([arrive({ who: 'kai', voice: 440 }), arrive({ who: 'ama', voice: 1000 })]);
  await talk(ann, bob);
  await ann.page.goBack();
  await ann.button('Leave').click();
  await ann.button('Start a call').click();
  await expect(ann.finding).toBeVisible();
  await expect(bob.text('Other party has left')).toBeVisible();
  await expect(ann.text(/^Number \d of \d in the queue$/)).toBeVisible();
});
