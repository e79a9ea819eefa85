import { readFile } from 'node:fs/promises';
import { makeFriends } from './support/friends.ts';
import { drawPicture } from './support/pictures.ts';
import { expect, test } from './support/test.ts';

declare global {
  interface Window {
    placesOfFollowed: string[];
  }
}

// People who have a product of their own: what they change is seen by nobody else.
test.use({ settings: { CAN_DISLIKE_SECONDS: '0', DECISION_SECONDS: '60' } });

test('a profile is edited, with a photo of one’s own choosing, and a partner sees it', async ({ arrive }) => {
  const [wei, noor] = await Promise.all([
    arrive({ who: 'wei', voice: 'none' }),
    arrive({ who: 'noor', voice: 'none' }),
  ]);
  await makeFriends(wei, noor);
  await wei.go('/mode3');
  const { page } = wei;
  await page.getByRole('link', { name: 'You' }).click();
  await expect(wei.text('20 of 20')).toBeVisible();
  await page.getByRole('link', { name: 'Edit' }).click();

  const chooser = page.waitForEvent('filechooser');
  await wei.button('Add a photo').click();
  const picture = await drawPicture(page, { width: 900, height: 600 });
  await (await chooser).setFiles({ name: 'sky.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(picture, 'base64') });
  const crop = wei.dialog('Choose what is seen');
  await crop.getByLabel('Closer').fill('2');
  await crop.getByRole('button', { name: 'Add photo' }).click();
  await expect(page.getByRole('img', { name: 'Photo 2' })).toBeVisible();
  await wei.button('Photo 2: move or remove').click();
  await page.getByRole('menuitem', { name: 'Make it the first' }).click();

  await page.getByLabel('About you').fill('Night buses.\nAnd green tea.');
  await page.getByLabel('Ask me about').fill('The last train');
  await page.getByLabel('Ask me about').press('Enter');
  await page.getByLabel('Country or region').fill('kyoto');
  await page.getByRole('option', { name: /^Kyōto/ }).click();
  await page.getByRole('link', { name: 'Cancel' }).click();
  const leaving = wei.dialog('Leave without saving?');
  await leaving.getByRole('button', { name: 'Keep editing' }).click();
  await page.evaluate(() => history.back());
  await leaving.getByRole('button', { name: 'Keep editing' }).click();
  await wei.button('Save').click();
  await expect(page).toHaveURL(/\/profile$/);
  // In lines, as it was written.
  await expect.poll(() => wei.text('Night buses.').innerText()).toBe('Night buses.\nAnd green tea.');

  // What is said to be liked is what a match begins with, at once; and Back leaves when it is meant.
  await page.getByRole('link', { name: 'Home' }).first().click();
  await page.getByRole('link', { name: /^Chat Magic/ }).click();
  await expect(wei.button('Remove The last train')).toBeVisible();
  await page.getByRole('link', { name: 'You' }).click();
  await page.getByRole('link', { name: 'Edit' }).click();
  await page.getByLabel('About you').fill('Nothing of it is kept.');
  await page.evaluate(() => history.back());
  await leaving.getByRole('button', { name: 'Leave' }).click();
  await expect(page).toHaveURL(/\/profile$/);
  await expect(wei.text('Night buses.')).toBeVisible();

  const own = await wei.wire.call('getProfile', null);
  expect(own.photos).toHaveLength(2);
  await noor.go(`/profile/${own.userId}`);
  await expect(noor.text('Kyōto, Japan')).toBeVisible();
  await expect(noor.text('You met today')).toBeVisible();
  await expect(noor.text('photography, city walks, film, The last train')).toBeVisible();
  const portrait = noor.page.getByRole('img', { name: 'Wei' }).first();
  await expect(portrait).toHaveAttribute('src', own.photos[0]!);
  // Square, as it was cropped out of a picture that is not.
  expect(await portrait.evaluate((img: HTMLImageElement) => img.naturalWidth / img.naturalHeight)).toBe(1);
  await noor.button('Message').click();
  await expect(noor.page).toHaveURL(/\/chat\//);
});

test('a device is signed out from another one', async ({ arrive }) => {
  const here = await arrive({ who: 'mateo', voice: 'none', session: 'own' });
  const there = await arrive({ who: 'mateo', voice: 'none', session: 'own' });
  await there.go('/home');
  await expect(there.page.getByRole('heading', { level: 1 })).toBeVisible();
  await here.go('/settings');
  await here.page
    .getByRole('button', { name: /^Sign out / })
    .first()
    .click();
  await expect(there.page).toHaveURL(/\/login/);
  await expect(here.page.getByText('This device', { exact: true })).toBeVisible();
  await expect(here.page.getByRole('button', { name: /^Sign out / })).toHaveCount(0);
});

test('sky, appearance and language survive a reload before the account has heard of them; waiting for Premium does, too', async ({
  arrive,
}) => {
  const mei = await arrive({ who: 'mei', voice: 'none' });
  const { page } = mei;
  let isHeard = true;
  await page.routeWebSocket(/\/api\/v1\/live$/, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((message) => {
      if (isHeard || !String(message).includes('updatePreferences')) server.send(message);
    });
  });
  // Before the socket is there it goes this way.
  await page.route('**/api/v1/call/updatePreferences', (route) => (isHeard ? route.continue() : undefined));
  await mei.go('/upgrade');
  await page.getByRole('button', { name: 'Tell me when it’s ready' }).click();
  await expect(page.getByText('We will tell you when it’s ready.')).toBeVisible();
  await mei.go('/settings');
  isHeard = false;
  await page.getByText('Ocean', { exact: true }).click();
  await page.getByText('Light', { exact: true }).click();
  await page.getByLabel('Language').selectOption('ar');
  const html = page.locator('html');
  await expect(html).toHaveAttribute('dir', 'rtl');
  const own = async () => {
    const profile = await mei.wire.call('getProfile', null);
    return profile.relation === 'self' && profile.preferences;
  };
  expect(await own()).toMatchObject({ theme: 'dark', language: 'en', selectedTheme: 'golden' });
  isHeard = true;
  await page.reload();
  await expect(page.locator('select')).toHaveValue('ar');
  await expect.poll(own).toMatchObject({ theme: 'light', language: 'ar', selectedTheme: 'ocean' });
  await expect(html).toHaveAttribute('data-theme', 'ocean');
  await expect(html).toHaveAttribute('data-appearance', 'light');
  await expect(html).toHaveAttribute('dir', 'rtl');
  await page.locator('select').selectOption('en');
  await mei.go('/upgrade');
  await page.getByRole('button', { name: 'Never mind' }).click();
  await expect(page.getByRole('button', { name: 'Tell me when it’s ready' })).toBeVisible();
});

test('somebody takes a copy of their data along, leaves, comes back and stays', async ({ arrive, product }) => {
  const ama = await arrive({ who: 'ama', voice: 'none', session: 'own' });
  const { page } = ama;
  await ama.go('/settings');
  await page.getByRole('link', { name: 'Export my data' }).click();
  await ama.button('Make a copy').click();
  const link = page.getByRole('link', { name: /^Download/ });
  const download = page.waitForEvent('download');
  await link.click();
  const zip = await readFile(await (await download).path());
  expect(zip.subarray(0, 2).toString()).toBe('PK');

  await ama.go('/settings/delete');
  await expect(ama.button('Delete my account')).toBeDisabled();
  await page.getByLabel('Type “delete” to go on').fill('delete');
  await ama.button('Delete my account').click();
  await expect(ama.text(/^Your account will be erased on .* Sign in before then to keep it\.$/)).toBeVisible();
  await page.waitForURL(`${product.url}/login`);

  await ama.signIn('/leaving');
  await expect(page.getByRole('heading', { level: 1, name: 'You are leaving' })).toBeVisible();
  await ama.button('Export my data').click();
  await expect(ama.dialog('Export my data').getByRole('link', { name: /^Download/ })).toBeVisible();
  await ama.go('/chats');
  await page.waitForURL(`${product.url}/leaving`);
  await ama.button('Keep my account').click();
  await page.waitForURL(`${product.url}/chats`);
});

test('what is pressed stands still while what is above it arrives', async ({ arrive }) => {
  const wei = await arrive({ who: 'wei', voice: 'none' });
  const { page } = wei;
  const places = () => page.evaluate(() => window.placesOfFollowed);

  await page.addInitScript(followPlace, { '/settings': '#blocked, #more', '/mode3': '[type=submit]' });
  await wei.go('/settings');
  await expect(wei.text(/^This device$/)).toBeVisible();
  await expect(wei.text('Nobody is blocked.')).toBeVisible();
  await expect(wei.text(/^Notifications are blocked in this browser/)).toBeVisible();
  expect(await places()).toHaveLength(1);
  await wei.go('/mode3');
  await expect(wei.text(/match(es)? left before a short break$/)).toBeVisible();
  expect(await places()).toHaveLength(1);
});

/** Where it has stood, frame by frame, since it was there: a press on what moves just then is lost, or meant for something else. */
function followPlace(followed: Record<string, string>): void {
  const places = (window.placesOfFollowed = new Array<string>());
  function look(): void {
    const found = [...document.querySelectorAll(followed[location.pathname] ?? 'none')];
    const place = found.map((one) => one.getBoundingClientRect().top).join(' ');
    if (place !== '' && place !== places.at(-1)) places.push(place);
    requestAnimationFrame(look);
  }
  look();
}

test('a block is taken back in the settings, which says so', async ({ arrive }) => {
  const [mei, kai] = await Promise.all([arrive({ who: 'mei', voice: 'none' }), arrive({ who: 'kai', voice: 'none' })]);
  await makeFriends(mei, kai);
  const { userId } = await kai.wire.call('getProfile', null);
  await mei.wire.call('blockUser', { target: { type: 'user', id: userId } });
  await mei.go('/settings');
  await mei.button('Unblock Kai').click();
  await expect(mei.text('You unblocked Kai.')).toBeVisible();
  await expect(mei.text('Nobody is blocked.')).toBeVisible();
});

test('whoever fears for somebody finds a line of their country to call', async ({ arrive }) => {
  const [mei, ama] = await Promise.all([arrive({ who: 'mei', voice: 'none' }), arrive({ who: 'ama', voice: 'none' })]);
  await mei.go(`/chat/${await makeFriends(mei, ama)}`);
  await mei.button('Report or block').click();
  await mei.page.getByRole('menuitem', { name: 'Report Ama' }).click();
  const form = mei.dialog('Report Ama');
  await form.getByRole('radio', { name: 'They may harm themselves' }).check();
  await form.getByRole('button', { name: 'Report Ama' }).click();
  const thanks = mei.dialog('Thank you');
  await expect(thanks.getByRole('link', { name: 'Call 1925' })).toHaveAttribute('href', 'tel:1925');
  await expect(thanks.getByRole('link', { name: 'Lines in every country' })).toBeVisible();
  await thanks.getByRole('button', { name: 'Done' }).click();
});
