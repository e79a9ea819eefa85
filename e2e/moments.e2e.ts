import type { Locator } from '@playwright/test';
import type { Participant } from './support/participant.ts';
import { expect, test } from './support/test.ts';

test.use({ settings: { POST_TTL_SECONDS: '3600' } });

const FEED = '/mode1?region=IS-2';

function moment({ page }: Participant, words: string): Locator {
  return page.getByRole('article').filter({ hasText: words });
}

async function post(who: Participant, words: string): Promise<void> {
  await who.go('/mode1/new');
  await who.page.getByRole('textbox', { name: 'Your moment' }).fill(words);
  await who.page.getByRole('button', { name: /^Region/ }).click();
  await expect(who.page.getByRole('combobox', { name: 'Region' })).toBeFocused();
  await who.page.keyboard.type('Southern Peninsula');
  await who.page.getByRole('option', { name: /Iceland/ }).click();
  // Two presses in a row are one.
  await who.button('Post').dblclick();
  await expect(who.page).toHaveURL(/\/mode1$/);
}

async function reply(who: Participant, { to, words }: { to: string; words: string }): Promise<void> {
  await moment(who, to).getByRole('button', { name: 'Reply' }).click();
  await moment(who, to).getByRole('textbox', { name: 'Your comment' }).fill(words);
  await moment(who, to).getByRole('button', { name: 'Send' }).click();
  await expect(who.text('Your comment was sent. Only the author can read it.')).toBeVisible();
}

test('a moment arrives without moving what is read, is answered, and becomes a chat with whom its author chooses', async ({
  arrive,
}) => {
  const [ann, bob] = await Promise.all([arrive({ who: 'wei', voice: 'none' }), arrive({ who: 'noor', voice: 'none' })]);
  await post(ann, 'The first of the day');
  await bob.go(FEED);
  const first = moment(bob, 'The first of the day');
  await expect(first).toBeVisible();
  const before = await first.boundingBox();

  await post(ann, 'Which line do you take home?');
  await expect(bob.button('1 new moment')).toBeVisible();
  expect(await first.boundingBox()).toEqual(before);
  await bob.button('1 new moment').click();
  await expect(bob.page.getByRole('article').first()).toContainText('Which line do you take home?');

  await reply(bob, { to: 'Which line', words: 'The red one, always the last.' });
  await expect(moment(bob, 'Which line')).toContainText('1 comment');
  await moment(bob, 'Which line').getByRole('button', { name: 'Reply' }).click();
  await expect(bob.text(/^19 left until (tomorrow, )?18:00$/)).toBeVisible();

  await ann.go('/mode1?show=yours');
  await moment(ann, 'Which line').getByRole('link', { name: 'Start chats' }).click();
  await expect(ann.text('The red one, always the last.')).toBeVisible();
  await expect(ann.page.getByText('Noor')).toHaveCount(0);
  await ann.page.getByRole('checkbox', { name: 'Start a chat' }).check();
  await ann.button('Start 1 chat').click();
  await expect(ann.page).toHaveURL(/\/chat\//);
  await expect(ann.message('The red one, always the last.')).toBeVisible();
  await expect(ann.page.getByRole('heading', { name: 'Noor' })).toBeVisible();
  await bob.go('/chats');
  await bob.page.getByRole('list', { name: 'Chats' }).getByRole('link', { name: /Wei/ }).click();
  await expect(bob.message('Which line do you take home?')).toBeVisible();
});

test('a draft outlives the page, and what its author hides is gone for the others', async ({ arrive }) => {
  const [ann, bob] = await Promise.all([
    arrive({ who: 'mateo', voice: 'none' }),
    arrive({ who: 'ama', voice: 'none' }),
  ]);
  await ann.go('/mode1/new');
  await ann.page.getByRole('textbox', { name: 'Your moment' }).fill('Half a thought');
  // The day of somebody who has travelled begins where they are.
  const devtools = await ann.page.context().newCDPSession(ann.page);
  await devtools.send('Emulation.setTimezoneOverride', { timezoneId: 'Asia/Tokyo' });
  await ann.page.reload();
  await expect(ann.page.getByRole('textbox', { name: 'Your moment' })).toHaveValue('Half a thought');
  await expect.poll(() => ann.wire.call('getProfile', null)).toMatchObject({ timezone: 'Asia/Tokyo' });

  await post(ann, 'Here for an hour');
  await bob.go(FEED);
  await expect(moment(bob, 'Here for an hour')).toContainText(/(1 hr|59 min) left/);
  await ann.go('/mode1?show=yours');
  await moment(ann, 'Here for an hour').getByRole('switch', { name: 'Others can see it' }).click();
  await expect(moment(ann, 'Here for an hour')).toContainText('Hidden');
  await expect(moment(bob, 'Here for an hour')).toHaveCount(0);
  await bob.page.reload();
  await expect(bob.page.getByRole('heading', { name: 'Daily Moments' })).toBeVisible();
  await expect(moment(bob, 'Here for an hour')).toHaveCount(0);

  await ann.button('Your moment').first().press('Enter');
  await ann.page.getByRole('menuitem', { name: 'Delete' }).click();
  await ann.dialog('Delete this moment?').getByRole('button', { name: 'Delete' }).click();
  await expect(moment(ann, 'Here for an hour')).toHaveCount(0);
});
