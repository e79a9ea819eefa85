import { makeFriends } from './support/friends.ts';
import type { Participant } from './support/participant.ts';
import { drawPicture, giveFile, listenTo, noteRevoked } from './support/pictures.ts';
import { expect, unhurried as test } from './support/test.ts';

const PICTURE = { name: 'sky.jpg', mimeType: 'image/jpeg' };

async function choose(one: Participant, kind: 'Photo' | 'One-time image', base64: string): Promise<void> {
  const chooser = one.page.waitForEvent('filechooser');
  await one.button('Attach a picture').click();
  await one.page.getByRole('menuitem', { name: kind, exact: true }).click();
  await (await chooser).setFiles({ ...PICTURE, buffer: Buffer.from(base64, 'base64') });
}

/** What the server has of a room, in its order. */
async function said({ wire }: Participant, chatRoomId: string): Promise<string[]> {
  const { messages } = await wire.call('listMessages', { chatRoomId });
  return messages.filter(({ type }) => type !== 'system').map(({ type, content }) => content || type);
}

/** Says what the second part of an address, which is signed and not secret, stands for. */
function isThumb(url: string): boolean {
  return Buffer.from(new URL(url).pathname.split('.')[1] ?? '', 'base64url')
    .toString()
    .includes('"thumb"');
}

test('a voice is recorded, previewed, sent, and heard by the other', async ({ arrive }) => {
  const [mei, kai] = await Promise.all([arrive({ who: 'mei', voice: 440 }), arrive({ who: 'kai', voice: 'none' })]);
  const room = await makeFriends(mei, kai);
  await Promise.all([mei.go(`/chat/${room}`), kai.go(`/chat/${room}`)]);
  await mei.button('Record voice message').click();
  await expect(kai.page.getByRole('log').getByText('Mei-Lin is recording')).toBeAttached();
  await expect(mei.page.getByRole('timer')).toHaveText('0:03');
  await mei.button('Stop and listen').click();
  await mei.button(/^Play voice message, 0:0[34]/).click();
  await expect(mei.button('Pause')).toBeVisible();
  await mei.button('Send voice message').click();

  const play = kai.page.getByRole('log').getByRole('button', { name: /^Play voice message, 0:0[34]/ });
  const address = kai.page.waitForResponse((answer) => answer.url().includes('/api/v1/media/') && answer.ok());
  await play.click();
  const { hertz, seconds } = await listenTo(kai.page, (await address).url());
  expect(Math.abs(hertz - 440)).toBeLessThan(12);
  expect(seconds).toBeGreaterThan(2.5);
  const slider = kai.page.getByRole('log').getByRole('slider', { name: 'Position' });
  await expect(slider).toHaveAttribute('aria-valuenow', '1');
  await kai.button(/^Speed/).click();
  await expect(kai.button('Speed 1.5×')).toBeVisible();
  // At its end it is as before.
  await expect(play).toBeVisible();
  await slider.press('End');
  await expect(slider).toHaveAttribute('aria-valuetext', /^0:0([34]) of 0:0\1$/);
});

test('a recording is thrown away, and a refused microphone says so', async ({ arrive }) => {
  const [mei, kai] = await Promise.all([
    arrive({ who: 'mei', voice: 440 }),
    arrive({ who: 'kai', voice: 660, microphone: 'denied' }),
  ]);
  const room = await makeFriends(mei, kai);
  const before = await said(mei, room);
  await Promise.all([mei.go(`/chat/${room}`), kai.go(`/chat/${room}`)]);
  await mei.button('Record voice message').click();
  await mei.button('Cancel recording').click();
  await expect(mei.page.getByRole('textbox', { name: 'Message Kai' })).toBeVisible();
  await mei.button('Record voice message').click();
  await mei.button('Stop and listen').click();
  await mei
    .button(/^Play voice message/)
    .last()
    .click();
  await mei.button('Throw away').click();
  await expect(mei.button('Pause')).toHaveCount(0);
  await expect(mei.button('Record voice message')).toBeVisible();
  await kai.button('Record voice message').click();
  await expect(kai.text('Microphone access denied. Please allow microphone access to record.')).toBeVisible();
  expect(await said(mei, room)).toEqual(before);
});

test('a picture is chosen, pasted, dropped, and seen whole by the other', async ({ arrive }) => {
  const [mei, kai] = await Promise.all([arrive({ who: 'mei', voice: 'none' }), arrive({ who: 'kai', voice: 'none' })]);
  const room = await makeFriends(mei, kai);
  await Promise.all([mei.go(`/chat/${room}`), kai.go(`/chat/${room}`)]);
  const base64 = await drawPicture(mei.page, { width: 1200, height: 800 });
  const sheet = mei.dialog('Send to Kai');
  const photos = kai.page.getByRole('log').getByRole('button', { name: 'Open photo' });
  const before = await photos.count();

  await choose(mei, 'Photo', base64);
  await sheet.getByRole('textbox', { name: 'Add words' }).fill('From the bridge');
  await sheet.getByRole('button', { name: 'Send' }).click();
  await expect(kai.message('From the bridge')).toBeVisible();
  for (const how of ['paste', 'drop'] as const) {
    await giveFile(mei.page, { base64, how });
    await sheet.getByRole('button', { name: 'Send' }).click();
    await expect(sheet).toBeHidden();
  }
  await expect(photos).toHaveCount(before + 3);
  const last = photos.last().getByRole('img');
  await expect.poll(() => last.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(100);
  // An address that has ended meanwhile is not the end of it.
  let refused = 0;
  await kai.page.route('**/api/v1/media/*.*.*', (route) =>
    isThumb(route.request().url()) || refused++ > 0 ? route.continue() : route.fulfill({ status: 403 }),
  );
  await photos.last().click();
  const whole = kai.dialog('Photo').getByRole('img', { name: 'Photo' });
  await expect.poll(() => whole.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(1200);
  expect(refused).toBeGreaterThan(1);
  await kai.page.keyboard.press('Escape');
  await expect(kai.dialog('Photo')).toBeHidden();

  await giveFile(mei.page, { base64: Buffer.from('<svg/>').toString('base64'), how: 'paste' });
  await expect(mei.text('This file cannot be read. Please choose another one.')).toBeVisible();
});

test('a one-time image opens once and is gone for both; a withdrawn one never opens', async ({ arrive }) => {
  const [mei, kai] = await Promise.all([
    arrive({ who: 'mei', voice: 'none' }),
    arrive({ who: 'kai', voice: 'none', before: noteRevoked }),
  ]);
  const room = await makeFriends(mei, kai);
  await Promise.all([mei.go(`/chat/${room}`), kai.go(`/chat/${room}`)]);
  const base64 = await drawPicture(mei.page, { width: 600, height: 800 });
  const send = async (): Promise<void> => {
    await choose(mei, 'One-time image', base64);
    await expect(mei.dialog('Send to Kai').getByRole('radio', { name: 'See once' })).toBeChecked();
    await mei.dialog('Send to Kai').getByRole('button', { name: 'Send' }).click();
  };
  await send();
  await expect(mei.message('Not opened yet')).toBeVisible();
  await kai.button('See it once').click();
  const bytes = kai.page.waitForResponse((answer) => answer.url().includes('/api/v1/media/'));
  await kai.button('Open it now').click();
  const picture = kai.dialog('One-time image').getByRole('img', { name: 'One-time image' });
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(600);
  await expect(kai.page.getByRole('timer', { name: /^Time remaining: [56]\ds$/ })).toBeVisible();
  const shown = await picture.getAttribute('src');
  await kai.button('Close').click();
  await expect(kai.message('One-time image, opened')).toBeVisible();
  await expect(mei.message('One-time image, opened')).toBeVisible();
  // Neither its address nor the page's own one opens it again.
  const again = await kai.page.evaluate((url) => fetch(url).then(({ status }) => status), (await bytes).url());
  expect(again).toBe(404);
  await expect(kai.page.locator('html')).toHaveAttribute('data-revoked', new RegExp(`${shown}`));

  await send();
  await mei.button('Withdraw').click();
  await expect(kai.message('One-time image, withdrawn')).toBeVisible();
  await expect(mei.message('One-time image, withdrawn')).toBeVisible();
});

test('an upload that is cut goes on, also after a reload, in the order written; one can be called back', async ({
  arrive,
}) => {
  const [mei, kai] = await Promise.all([arrive({ who: 'mei', voice: 'none' }), arrive({ who: 'kai', voice: 'none' })]);
  const room = await makeFriends(mei, kai);
  await mei.go(`/chat/${room}`);
  const before = await said(mei, room);
  const base64 = await drawPicture(mei.page, { width: 900, height: 600 });
  await mei.page.route('**/api/v1/media/images', (route) => route.abort());
  const send = async (words: string): Promise<void> => {
    await choose(mei, 'Photo', base64);
    await mei.page.getByRole('textbox', { name: 'Add words' }).fill(words);
    await mei.dialog('Send to Kai').getByRole('button', { name: 'Send' }).click();
  };
  await send('First');
  await mei.write('Second');
  await expect(mei.message('Second')).toBeVisible();
  await mei.page.reload();
  await expect(mei.message('First')).toBeVisible();
  await expect(mei.button('Cancel sending')).toBeVisible();
  expect(await said(mei, room)).toEqual(before);
  await send('Never');
  await expect(mei.button('Cancel sending')).toHaveCount(2);
  await mei.button('Cancel sending').last().click();
  await expect(mei.message('Never')).toHaveCount(0);

  await mei.page.unroute('**/api/v1/media/images');
  await expect.poll(() => said(kai, room)).toEqual([...before, 'First', 'Second']);
  await expect(mei.button('Cancel sending')).toHaveCount(0);
  await expect(mei.page.getByRole('log').getByRole('button', { name: 'Open photo' }).last()).toBeVisible();
});
