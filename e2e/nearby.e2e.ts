import type { Participant } from './support/participant.ts';
import { expectNoViolation } from './support/axe.ts';
import { expect, test } from './support/test.ts';

// A product of this file's own: whoever is found nearby is found by everybody.
test.use({ settings: { REMATCH_SECONDS: '1' } });

const HELLO = 'Do you know a good noodle shop around here?';

/** The browser knows where it is, and may say so. */
async function standAt(who: Participant, [latitude, longitude]: readonly [number, number]): Promise<void> {
  await who.page.context().grantPermissions(['geolocation']);
  await who.page.context().setGeolocation({ latitude, longitude, accuracy: 30 });
}

async function beFound(who: Participant): Promise<void> {
  await who.go('/nearby');
  await who.button('Show me nearby').click();
  await expect(who.button('Hide me')).toBeVisible();
}

test('two are found by each other, one says hello, the other accepts, they talk', async ({ arrive }) => {
  const [noor, mateo] = [await arrive({ who: 'noor', voice: 'none' }), await arrive({ who: 'mateo', voice: 'none' })];
  await standAt(noor, [40.42, -3.7]);
  // 17.5 km away: wherever the two are shown, they are in one band.
  await standAt(mateo, [40.27, -3.76]);
  await beFound(noor);
  await expect(noor.text('Nobody else is on this horizon yet')).toBeVisible();
  await beFound(mateo);
  const row = mateo.page.getByRole('listitem').filter({ hasText: 'Noor' });
  await expect(row).toContainText('10 to 25 km');
  await expectNoViolation(mateo.page, 'people nearby');

  await row.getByRole('button', { name: 'Say hello' }).click();
  await mateo.page.getByLabel('Your message').fill(HELLO);
  await mateo.dialog('Say hello to Noor').getByRole('button', { name: 'Say hello' }).click();
  await expect(mateo.text('They can answer when they accept.')).toBeVisible();
  await expect(mateo.page.getByRole('textbox')).toHaveCount(0);

  await noor.go('/chats');
  await noor.page.getByRole('link', { name: /Mateo.*Wants to say hello/ }).click();
  await expect(noor.page.getByRole('log').getByText(HELLO)).toBeVisible();
  await expect(noor.button('Call')).toHaveCount(0);
  await expectNoViolation(noor.page, 'a hello that waits');
  await noor.button('Accept').click();
  for (const who of [noor, mateo]) await expect(who.page.getByRole('textbox')).toBeVisible();
  await noor.page.getByRole('textbox').fill('Two, in fact.');
  await noor.page.keyboard.press('Enter');
  await expect(mateo.page.getByRole('log').getByText('Two, in fact.')).toBeVisible();
});

test('who hides is found no more, and a browser that refuses says what to do', async ({ arrive }) => {
  const [kai, ama] = [await arrive({ who: 'kai', voice: 'none' }), await arrive({ who: 'ama', voice: 'none' })];
  await standAt(kai, [5.56, -0.2]);
  await standAt(ama, [5.57, -0.21]);
  await beFound(kai);
  await beFound(ama);
  await expect(ama.page.getByRole('listitem').filter({ hasText: 'Kai' })).toBeVisible();
  await kai.button('Hide me').click();
  await expect(kai.text('You are hidden. Your place is deleted.')).toBeVisible();
  await ama.page.reload();
  await expect(ama.text('Nobody else is on this horizon yet')).toBeVisible();

  await kai.button('Show me nearby').click();
  await expect(kai.page.getByRole('alert')).toContainText('Please try again in 10 minutes.');
  await kai.page.context().clearPermissions();
  await kai.button('Show me nearby').click();
  await expect(kai.page.getByRole('alert')).toContainText('Allow location for this site');
  await expectNoViolation(kai.page, 'asking for the place');
});
