import type { Participant } from './support/participant.ts';
import { report, SIZE } from './support/size.ts';
import { expect, test as base } from './support/test.ts';

const test = base.extend({
  settings: [{ TEXT_MATCH_LIMIT: '3', TEXT_COOLDOWN_SECONDS: '600' }, { scope: 'worker' }],
});

async function find(one: Participant): Promise<void> {
  await one.go('/mode3');
  await one.button('Find someone').click();
}

/** Both in the room they were led into. */
async function meet(ann: Participant, bob: Participant): Promise<void> {
  await find(ann);
  await expect(ann.dialog('Finding someone…')).toContainText('Number 1 of 1 in the queue');
  await find(bob);
  for (const one of [ann, bob]) await one.page.waitForURL(/\/chat\//);
  for (const one of [ann, bob]) await expect(one.page.getByRole('heading', { name: 'Anonymous' })).toBeVisible();
}

async function end(one: Participant): Promise<void> {
  await one.button('End chat').click();
  await one.button('End it').click();
}

test('two strangers write, like each other and see who they are', async ({ arrive }) => {
  const [ann, bob] = await Promise.all([
    arrive({ who: 'noor', voice: 'none' }),
    arrive({ who: 'mateo', voice: 'none' }),
  ]);
  await meet(ann, bob);
  await ann.write('Hello, whoever you are');
  await expect(bob.message('Hello, whoever you are')).toBeVisible();

  // What would be held back again goes back to where it was written.
  const field = ann.page.getByRole('textbox', { name: /^Message/ });
  await ann.write('I am at noor@example.com');
  await expect(ann.text('For your own safety: no links, numbers or names elsewhere')).toBeVisible();
  await field.fill('later');
  await ann.button('Not sent. Tap to change it').click();
  await expect(field).toHaveValue('later\nI am at noor@example.com');
  await expect(field).toBeFocused();
  await expect(ann.button('Not sent. Tap to change it')).toHaveCount(0);
  await field.fill('');
  await ann.button('Like').click();
  await expect(ann.text('You like them. They see it once they like you too.')).toBeVisible();
  await bob.page.reload();
  await expect(bob.message('Hello, whoever you are')).toBeVisible();
  await expect(bob.text('If you both like each other, you see each other’s names.')).toBeVisible();
  await expect(bob.text('Noor')).toHaveCount(0);
  await bob.button('Like').click();
  await expect(bob.dialog('Noor')).toContainText('You both like each other.');
  await expect(ann.dialog('Mateo')).toBeVisible();
  await ann.button('Keep writing').click();
  await expect(ann.page.getByRole('heading', { name: 'Mateo' })).toBeVisible();
  await expect(ann.button('Call')).toBeVisible();
  await ann.button('Report or block').click();
  await expect(ann.page.getByRole('menuitem', { name: 'Report Mateo' })).toBeVisible();
  await ann.page.getByRole('menuitem', { name: 'Block Mateo' }).click();
  await expect(ann.dialog('Block Mateo?')).toBeVisible();
});

test('an end reads as it was from either side, and the next one is a press away; then comes a pause', async ({
  arrive,
}) => {
  const [ann, bob] = await Promise.all([arrive({ who: 'wei', voice: 'none' }), arrive({ who: 'mei', voice: 'none' })]);
  await meet(ann, bob);
  await ann.write('I am at wei@example.com');
  await expect(ann.button('Not sent. Tap to change it')).toBeVisible();
  await end(ann);
  await expect(ann.message('You chose to end the chat')).toBeVisible();
  // There is nowhere left to write it.
  await expect(ann.button('Discard')).toBeVisible();
  await expect(ann.button('Not sent. Tap to change it')).toHaveCount(0);
  await expect(bob.message('The other person ended the chat')).toBeVisible();

  await ann.button('Find someone new').click();
  await expect(ann.dialog('Finding someone…')).toBeVisible();
  await bob.button('Find someone new').click();
  for (const one of [ann, bob]) await expect(one.page.getByRole('textbox', { name: /^Message/ })).toBeVisible();

  // From elsewhere a bar leads back, and nobody is called meanwhile.
  await bob.go('/home');
  await expect(bob.button('Start a call')).toBeDisabled();
  await bob.page.getByRole('link', { name: 'Open chat' }).click();
  await expect(bob.button('End chat')).toBeVisible();
  await ann.page.goto('about:blank');
  await expect(bob.text('They are reconnecting…')).toBeVisible();
  await end(bob);

  await meet(ann, bob);
  await end(bob);
  await expect(bob.button('Find someone new')).toBeDisabled();
  await expect(bob.text(/You can meet new people in \d:\d\d/)).toBeVisible();
  await bob.go('/mode3');
  await expect(bob.button('Find someone')).toBeDisabled();
});

test('a reload goes on looking; closing the dialog leaves the queue, also after a reload', async ({ arrive }) => {
  const ann = await arrive({ who: 'kai', voice: 'none' });
  const finding = ann.dialog('Finding someone…');
  await find(ann);
  await expect(finding).toContainText('Number 1 of 1 in the queue');
  await ann.page.reload();
  await expect(finding).toContainText('Number 1 of 1 in the queue');
  await ann.button('Cancel').click();
  await expect(finding).toBeHidden();
  await ann.page.reload();
  await expect(ann.button('Find someone')).toBeEnabled();
  await expect(finding).toBeHidden();
  await expect.poll(async () => (await ann.wire.call('getCallState', null)).kind).toBe('idle');
});

test('a block ends it for both, and who it was stays unsaid', async ({ arrive }) => {
  const [ann, bob] = await Promise.all([arrive({ who: 'kai', voice: 'none' }), arrive({ who: 'ama', voice: 'none' })]);
  await meet(ann, bob);
  await ann.button('Report or block').click();
  await ann.page.getByRole('menuitem', { name: /^Block/ }).click();
  await ann
    .dialog(/^Block/)
    .getByRole('button', { name: 'Block' })
    .click();
  await expect(bob.message('The other person ended the chat')).toBeVisible();
  await expect(bob.button('Find someone new')).toBeEnabled();
  for (const [one, other] of [
    [ann, bob],
    [bob, ann],
  ] as const) {
    await expect(one.text(other.name)).toHaveCount(0);
  }
});

// A minute in which nobody does anything.
if (SIZE === 'full') {
  test('a tab that is killed without a goodbye frees the other one after 60 s', async ({ arrive }) => {
    const [ann, bob] = await Promise.all([
      arrive({ who: 'noor', voice: 'none' }),
      arrive({ who: 'kai', voice: 'none' }),
    ]);
    await meet(ann, bob);
    const killed = Date.now();
    await bob.page.goto('chrome://crash').catch(() => {});
    await expect(ann.text('They are reconnecting…')).toBeVisible({ timeout: 35_000 });
    await expect(ann.text('The connection between you was lost.')).toBeVisible({ timeout: 40_000 });
    const freeAfter = Date.now() - killed;
    expect(freeAfter).toBeGreaterThan(55_000);
    report(`free ${freeAfter} ms after the other tab was killed`);
    await ann.button('Find someone new').click();
    await expect(ann.dialog('Finding someone…')).toContainText('Number 1 of 1 in the queue');
  });
}
