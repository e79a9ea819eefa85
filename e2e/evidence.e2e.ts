import { makeFriends } from './support/friends.ts';
import type { Participant } from './support/participant.ts';
import { drawPicture } from './support/pictures.ts';
import { expect, test as plain } from './support/test.ts';

/** A product of its own: who is reported here would be missed elsewhere. */
const test = plain.extend({ settings: [{ CAN_DISLIKE_SECONDS: '0', DECISION_SECONDS: '59' }, { scope: 'worker' }] });

async function reportAs(person: Participant, reason: string): Promise<void> {
  const form = person.dialog('Report message');
  await form.getByRole('radio', { name: reason }).check();
  await form.getByRole('button', { name: 'Report message' }).click();
  await person.dialog('Thank you').getByRole('button', { name: 'Done' }).click();
}

async function mayModerate({ wire }: Participant): Promise<boolean> {
  return wire.call('listCases', { list: 'open' }).then(
    () => true,
    () => false,
  );
}

test('both are told that a sealed copy is kept, a deleted message can be reported, and the case shows it', async ({
  arrive,
  product,
}) => {
  const [mei, kai, noor] = await Promise.all([
    arrive({ who: 'mei', voice: 'none' }),
    arrive({ who: 'kai', voice: 'none' }),
    arrive({ who: 'noor', voice: 'none' }),
  ]);
  await product.command('role', 'noor', 'moderator');
  const room = await makeFriends(mei, kai);
  await Promise.all([mei.go(`/chat/${room}`), kai.go(`/chat/${room}`)]);
  const kept = 'A sealed copy is kept for 24 hours.';

  await test.step('who deletes is told', async () => {
    await mei.wire.call('sendMessageV2v2', {
      chatRoomId: room,
      clientMessageId: crypto.randomUUID(),
      type: 'text',
      content: 'I know where you live.',
    });
    await mei.message('I know where you live.').click({ button: 'right' });
    await mei.page.getByRole('menuitem', { name: 'Delete for both' }).click();
    await expect(mei.dialog('Delete this message?')).toContainText(`${kept} It is opened only if it is reported.`);
    await mei.dialog('Delete this message?').getByRole('button', { name: 'Delete for both' }).click();
    await expect(kai.message('Message deleted')).toBeVisible();
    // Of one's own there is nothing to do.
    await expect(mei.page.getByRole('log').getByRole('button', { name: 'Message actions' })).toHaveCount(0);
  });

  await test.step('who sends and who sees a one-time image is told', async () => {
    const base64 = await drawPicture(mei.page, { width: 600, height: 800 });
    const chooser = mei.page.waitForEvent('filechooser');
    await mei.button('Attach a picture').click();
    await mei.page.getByRole('menuitem', { name: 'One-time image', exact: true }).click();
    await (await chooser).setFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(base64, 'base64') });
    await expect(mei.dialog('Send to Kai')).toContainText(`${kept} It is opened only if it is reported.`);
    await mei.dialog('Send to Kai').getByRole('button', { name: 'Send' }).click();
    await kai.button('See it once').click();
    await expect(kai.dialog('See it once')).toContainText(`${kept} It is opened only if you report it.`);
    await kai.button('Open it now').click();
    await expect(kai.dialog('One-time image').getByRole('img', { name: 'One-time image' })).toBeVisible();
  });

  await test.step('the other one reports what was seen while it is seen, which closes it, and what was deleted', async () => {
    await kai.dialog('One-time image').getByRole('button', { name: 'Report' }).click();
    await expect(kai.dialog('One-time image')).toBeHidden();
    await reportAs(kai, 'Sexual talk I did not want');
    await expect(kai.message('One-time image, opened')).toBeVisible();
    await kai.message('Message deleted').click({ button: 'right' });
    await expect(kai.page.getByRole('menuitem')).toHaveCount(1);
    await kai.page.getByRole('menuitem', { name: 'Report' }).click();
    await reportAs(kai, 'A threat');
  });

  await test.step('the case shows both, and what became of them', async () => {
    await expect.poll(() => mayModerate(noor)).toBe(true);
    await noor.go('/moderation');
    await noor.page.getByRole('link', { name: /, message/ }).click();
    await expect(noor.text('I know where you live.').first()).toBeVisible();
    await expect(noor.text(/^Deleted by its sender at \d/).first()).toBeVisible();
    await expect(noor.text('Seen once by the reporter').first()).toBeVisible();
    const picture = noor.page.getByRole('img', { name: 'Reported picture' }).first();
    await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(600);
  });
});
