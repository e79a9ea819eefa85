import {
  brokenOffPictures,
  foreignPictures,
  oddPictures,
  type OddPicture,
  tallPicture,
} from '../apps/server/src/media/testing/odd-pictures.ts';
import { makeFriends } from './support/friends.ts';
import type { Participant } from './support/participant.ts';
import { expect, unhurried as test } from './support/test.ts';

const CANNOT_READ = 'This file cannot be read. Please choose another one.';

async function choose({ page }: Participant, { file, bytes }: Pick<OddPicture, 'file' | 'bytes'>): Promise<void> {
  // What a phone calls the type of a file is left to the page.
  await page.locator('input[type=file]').setInputFiles({ name: file, mimeType: '', buffer: bytes });
}

/** What is on the clipboard when cells are copied, or a picture alone. */
async function copy({ page }: Participant, text: string): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate(async (words) => {
    const canvas = new OffscreenCanvas(60, 40);
    canvas.getContext('2d')?.fillRect(0, 0, 30, 40);
    const picture = await canvas.convertToBlob({ type: 'image/png' });
    const item = {
      'image/png': picture,
      ...(words !== '' && { 'text/plain': new Blob([words], { type: 'text/plain' }) }),
    };
    await navigator.clipboard.write([new ClipboardItem(item)]);
  }, text);
}

test('pictures as phones and old programs make them arrive; what the server does not take is not sent', async ({
  arrive,
}) => {
  // Sixteen pictures, one after the other.
  test.setTimeout(240_000);
  const [mei, kai] = await Promise.all([arrive({ who: 'mei', voice: 'none' }), arrive({ who: 'kai', voice: 'none' })]);
  const room = await makeFriends(mei, kai);
  await Promise.all([mei.go(`/chat/${room}`), kai.go(`/chat/${room}`)]);
  const sheet = mei.dialog('Send to Kai');
  const photos = kai.page.getByRole('log').getByRole('button', { name: 'Open photo' });
  // A long list shows the rows alone that are near.
  const arrived = async (): Promise<number> => {
    const { messages } = await kai.wire.call('listMessages', { chatRoomId: room, limit: 50 });
    return messages.filter(({ type }) => type === 'image').length;
  };
  const before = await arrived();
  const uploads: number[] = [];
  mei.page.on('response', (response) => {
    if (response.url().endsWith('/api/v1/media/images')) uploads.push(response.status());
  });
  const taken = [...(await oddPictures()), ...(await brokenOffPictures())];
  taken.push({
    name: 'a page of many screens',
    file: 'a.png',
    bytes: await tallPicture({ width: 1_080, height: 6_000 }),
  });
  for (const [i, picture] of taken.entries()) {
    await test.step(picture.name, async () => {
      await choose(mei, picture);
      const seen = sheet.getByRole('img', { name: 'Your picture' });
      await expect.poll(() => seen.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(100);
      await sheet.getByRole('button', { name: 'Send' }).click();
      await expect.poll(arrived).toBe(before + i + 1);
    });
  }
  expect(uploads).toEqual(taken.map(() => 200));
  const last = photos.last().getByRole('img');
  await expect.poll(() => last.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(307);
  // The whole of it is a thin line; pressed twice it is as wide as the screen.
  await photos.last().click();
  const whole = kai.dialog('Photo').getByRole('img', { name: 'Photo' });
  await expect.poll(() => whole.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(720);
  await whole.dblclick();
  const drawnWidth = () =>
    whole.evaluate((img) => {
      const { width, height } = img.getBoundingClientRect();
      return Math.min(width, (height * 720) / 4_000) / innerWidth;
    });
  await expect.poll(drawnWidth).toBeGreaterThan(0.9);

  for (const picture of await foreignPictures()) {
    await test.step(picture.name, async () => {
      await choose(mei, picture);
      await expect(mei.text(CANNOT_READ)).toBeVisible();
      await mei.page.getByRole('alert').filter({ hasText: CANNOT_READ }).getByRole('button', { name: 'Close' }).click();
      await expect(mei.text(CANNOT_READ)).toHaveCount(0);
    });
  }
  expect(uploads).toHaveLength(taken.length);
});

test('cells of a spreadsheet are pasted as words, their picture is offered; a picture alone is a picture', async ({
  arrive,
}) => {
  const [mei, kai] = await Promise.all([arrive({ who: 'mei', voice: 'none' }), arrive({ who: 'kai', voice: 'none' })]);
  const room = await makeFriends(mei, kai);
  await mei.go(`/chat/${room}`);
  const field = mei.page.getByRole('textbox', { name: 'Message Kai' });
  const sheet = mei.dialog('Send to Kai');
  // With a keyboard one writes as soon as the room is there.
  await expect(field).toBeFocused({ timeout: 40_000 });
  await copy(mei, 'Name\tAge\nKai\t34');
  await field.click();
  await mei.page.keyboard.press('Control+V');
  await expect(field).toHaveValue('Name\tAge\nKai\t34');
  await expect(sheet).toBeHidden();
  await mei.page.getByRole('button', { name: /^Send the picture, too/ }).click();
  await expect(sheet.getByRole('img', { name: 'Your picture' })).toBeVisible();
  await mei.page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();

  await copy(mei, '');
  await field.click();
  await mei.page.keyboard.press('Control+V');
  await expect(sheet.getByRole('img', { name: 'Your picture' })).toBeVisible();
  await mei.page.keyboard.press('Escape');
  await expect(field).toHaveValue('Name\tAge\nKai\t34');
});

test.describe('a proxy that takes no large bodies', () => {
  test.use({ expectedErrors: /413/ });

  test('is asked once, the picture says why, and what was written after it arrives', async ({ arrive }) => {
    const [mei, kai] = await Promise.all([
      arrive({ who: 'mei', voice: 'none' }),
      arrive({ who: 'kai', voice: 'none' }),
    ]);
    const room = await makeFriends(mei, kai);
    await Promise.all([mei.go(`/chat/${room}`), kai.go(`/chat/${room}`)]);
    let asked = 0;
    await mei.page.route('**/api/v1/media/images', (route) => {
      asked += 1;
      const body = '<html><body>413 Request Entity Too Large</body></html>';
      return route.fulfill({ status: 413, contentType: 'text/html', body });
    });
    const [picture] = await oddPictures();
    await choose(mei, picture!);
    await mei.dialog('Send to Kai').getByRole('button', { name: 'Send' }).click();
    await mei.write('After the picture');
    await expect(kai.message('After the picture')).toBeVisible();
    await expect(mei.page.getByRole('log').getByText('This picture is too large.')).toBeVisible();
    expect(asked).toBe(1);
  });
});

test.describe('a proxy that loses an answer', () => {
  test.use({ expectedErrors: /504/ });

  test('a profile photo shows how far it has come, and is stored once though it is sent twice', async ({ arrive }) => {
    const wei = await arrive({ who: 'wei', voice: 'none' });
    await wei.go('/profile/edit');
    const { page } = wei;
    const answers: { path: string; requestId: string | undefined }[] = [];
    const { promise: seen, resolve: go } = Promise.withResolvers<void>();
    await page.route('**/api/v1/media/photos', async (route) => {
      const response = await route.fetch();
      const { path } = await response.json();
      answers.push({ path, requestId: route.request().headers()['idempotency-key'] });
      await seen;
      if (answers.length > 1) return route.fulfill({ response });
      return route.fulfill({ status: 504, contentType: 'text/html', body: '<h1>504 Gateway Time-out</h1>' });
    });
    const chooser = page.waitForEvent('filechooser');
    await wei.button('Add a photo').click();
    const [picture] = await oddPictures();
    await (await chooser).setFiles({ name: 'sky.jpg', mimeType: 'image/jpeg', buffer: picture!.bytes });
    const crop = wei.dialog('Choose what is seen');
    await crop.getByRole('button', { name: 'Add photo' }).click();
    await expect(crop.getByRole('progressbar', { name: 'Sending' })).toBeVisible();
    go();
    await expect(page.getByRole('img', { name: 'Photo 2' })).toBeVisible();
    expect(answers).toHaveLength(2);
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[0]!.requestId).toBeDefined();
  });
});
