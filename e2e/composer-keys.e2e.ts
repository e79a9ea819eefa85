import { makeFriends } from './support/friends.ts';
import { expect, unhurried as test } from './support/test.ts';

test('Enter that ends a word of an input method sends nothing, also where only its number says so', async ({
  arrive,
}) => {
  const [mei, kai] = await Promise.all([arrive({ who: 'mei', voice: 'none' }), arrive({ who: 'kai', voice: 'none' })]);
  await mei.go(`/chat/${await makeFriends(mei, kai)}`);
  const field = mei.page.getByRole('textbox', { name: 'Message Kai' });
  await field.fill('変換');
  for (const key of [
    { isComposing: true, keyCode: 229 },
    { isComposing: false, keyCode: 229 },
  ]) {
    await field.dispatchEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true, ...key });
  }
  await expect(field).toHaveValue('変換');
  await field.press('Enter');
  await expect(field).toHaveValue('');
  await expect(mei.message('変換')).toBeVisible();
});

test('what was picked is undone by a key, and what was written before it stays', async ({ arrive }) => {
  const [mei, kai] = await Promise.all([arrive({ who: 'mei', voice: 'none' }), arrive({ who: 'kai', voice: 'none' })]);
  await mei.go(`/chat/${await makeFriends(mei, kai)}`);
  const field = mei.page.getByRole('textbox', { name: 'Message Kai' });
  await field.pressSequentially('Hello');
  await mei.button('Emoji').click();
  await mei.dialog('Emoji').getByRole('gridcell').first().click();
  await expect(field).not.toHaveValue('Hello');
  await field.press('ControlOrMeta+z');
  await expect(field).toHaveValue('Hello');
});

test('a tablet with a keyboard sends by Ctrl+Enter', async ({ arrive }) => {
  const [mei, kai] = await Promise.all([
    arrive({ who: 'mei', voice: 'none', before: beTouched }),
    arrive({ who: 'kai', voice: 'none' }),
  ]);
  await mei.go(`/chat/${await makeFriends(mei, kai)}`);
  const field = mei.page.getByRole('textbox', { name: 'Message Kai' });
  await field.fill('From a tablet');
  await field.press('Enter');
  await field.press('Control+Enter');
  await expect(field).toHaveValue('');
  await expect(mei.message(/^From a tablet/).last()).toBeVisible();
});

/** Runs in the page. */
function beTouched(): void {
  const ask = window.matchMedia.bind(window);
  window.matchMedia = (query) => (query === '(pointer: coarse)' ? ask('all') : ask(query));
}
