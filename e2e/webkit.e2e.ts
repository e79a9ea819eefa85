import type { Page } from '@playwright/test';
import { APPEARANCES } from '@yonder/contract';
import { placesOf, SIGNED_IN, SIGNED_OUT } from './support/addresses.ts';
import { hasWebKit } from './support/find-webkit.ts';
import { makeFriends } from './support/friends.ts';
import { isReady, load, step } from './support/page-cache.ts';
import { choosePersona, type Participant } from './support/participant.ts';
import { HIGH } from './support/scenes.ts';
import { expect, test as base } from './support/test.ts';

const test = base.extend({
  settings: [{ CAN_DISLIKE_SECONDS: '0', DECISION_SECONDS: '60', POST_TTL_SECONDS: '3600' }, { scope: 'worker' }],
});

test.skip(!hasWebKit(), 'not run: it needs WebKitGTK and Xvfb (apt-get install libwebkit2gtk-4.1-0 xvfb)');
test.setTimeout(180_000);
// On a busy machine these engines take longer than Chromium until a first page can be used.
test.use({ actionTimeout: 30_000, navigationTimeout: 30_000 });

const PHONE = { width: 390, height: 844 };

test('WebKit shows every page, dark and light, without an error, and nothing leaves a screen of 390 px', async ({
  open,
  arrive,
  product,
}) => {
  test.setTimeout(240_000);
  const [page, noor, mei] = await Promise.all([
    open('none', { viewport: PHONE }, 'webkit'),
    arrive({ who: 'noor', voice: 'none', browser: 'webkit' }),
    arrive({ who: 'mei', voice: 'none' }),
  ]);
  const places = await placesOf(noor, mei);
  await noor.page.setViewportSize(PHONE);
  const visit = async (one: Page, paths: readonly string[]) => {
    for (const path of paths) await look(one, product.url + path);
  };
  await Promise.all([visit(page, SIGNED_OUT), visit(noor.page, [...SIGNED_IN, ...places])]);
});

test('WebKit signs in and out, keeps the settings, and says that it makes no calls before anybody waits', async ({
  open,
  arrive,
  product,
}) => {
  const page = await open('none', {}, 'webkit');
  await page.goto(`${product.url}/settings`);
  await page.getByRole('link', { name: /^Continue with/ }).click();
  await choosePersona(page, 'Wei');
  await expect(page).toHaveURL(`${product.url}/settings`);
  await page.getByLabel('Language').selectOption('de');
  await expect(page.getByRole('heading', { level: 1, name: 'Einstellungen' })).toBeVisible();
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await page.getByLabel('Sprache').selectOption('en');
  await page.getByRole('button', { name: 'Log out', exact: true }).click();
  await expect(page).toHaveURL(/\/login$/);

  const ann = await arrive({ who: 'wei', voice: 'none', browser: 'webkit' });
  await ann.startCall();
  await expect(ann.dialog('No calls from here')).toContainText('This browser cannot make calls.');
  await expect(ann.finding).toBeHidden();
  expect(await ann.wire.call('getCallState', null)).toMatchObject({ kind: 'idle' });
  await ann.button('Write instead').click();
  await expect(ann.page).toHaveURL(/\/mode3$/);
});

test('WebKit and Chromium write to each other: offline and back, back and forth, in Japanese, and by voice', async ({
  arrive,
  product,
}) => {
  const [ann, bob] = await Promise.all([
    arrive({ who: 'mateo', voice: 'none', browser: 'webkit' }),
    arrive({ who: 'mei', voice: HIGH }),
  ]);
  const { page } = ann;
  const chatRoomId = await makeFriends(ann, bob);
  await Promise.all([ann.go(`/chat/${chatRoomId}`), bob.go(`/chat/${chatRoomId}`)]);
  const field = page.getByRole('textbox', { name: 'Message Mei-Lin' });

  await test.step('both ways', async () => {
    await ann.write('From the one side');
    await expect(bob.message('From the one side')).toBeVisible();
    await bob.write('And from the other');
    await expect(ann.message('And from the other')).toBeVisible();
  });

  await test.step('back and forth', async () => {
    const [home, room] = [`${product.url}/home`, page.url()];
    await load(page, home);
    await step(page, -1, room);
    await expect(ann.message('And from the other')).toBeVisible();
    await step(page, 1, home);
    await step(page, -1, room);
    await bob.write('Back already?');
    await expect(ann.message('Back already?')).toBeVisible();
  });

  await test.step('Enter while a Japanese word is composed sends nothing, nor the one that ends it in Safari', async () => {
    await field.focus();
    await compose(page, { words: 'こんにちは', enter: { isComposing: true, keyCode: 13 } });
    await compose(page, { words: '世界', enter: { isComposing: false, keyCode: 229 } });
    await expect(field).toHaveValue('こんにちは世界');
    await expect(ann.message(/こんにちは/)).toHaveCount(0);
    await page.keyboard.press('Enter');
    await expect(bob.message('こんにちは世界')).toBeVisible();
    await expect(field).toHaveValue('');
  });

  await test.step('a voice message of Chromium plays', async () => {
    await bob.button('Record voice message').click();
    await expect(bob.page.getByRole('timer')).toHaveText('0:02');
    await bob.button('Stop and listen').click();
    await bob.button('Send voice message').click();
    const log = page.getByRole('log');
    await log.getByRole('button', { name: /^Play voice message, 0:0[23]/ }).click();
    await expect(log.getByRole('slider', { name: 'Position' })).toHaveAttribute('aria-valuenow', '1');
  });

  await test.step('what is written without a server is sent once when it is back', async () => {
    await product.kill();
    await ann.write('Into the dark');
    await expect(ann.message('Sending')).toBeVisible();
    await product.restart();
    await expect(bob.message('Into the dark')).toBeVisible({ timeout: 30_000 });
    const { messages } = await bob.wire.call('listMessages', { chatRoomId });
    expect(messages.filter(({ content }) => content === 'Into the dark')).toHaveLength(1);
  });
});

test('moments and people nearby, WebKit and Chromium', async ({ arrive }) => {
  const [ann, bob] = await Promise.all([
    arrive({ who: 'kai', voice: 'none', browser: 'webkit', before: standInMadrid }),
    arrive({ who: 'ama', voice: 'none', before: standInMadrid }),
  ]);

  await test.step('a moment is posted, answered, and becomes a chat', async () => {
    await ann.go('/mode1/new');
    await ann.page.getByRole('textbox', { name: 'Your moment' }).fill('Which line do you take home?');
    await ann.page.getByRole('button', { name: /^Region/ }).click();
    await ann.page.getByRole('combobox', { name: 'Region' }).fill('Southern Peninsula');
    await ann.page.getByRole('option', { name: /Iceland/ }).click();
    await ann.button('Post').click();
    await expect(ann.page).toHaveURL(/\/mode1$/);
    await bob.go('/mode1?region=IS-2');
    const moment = bob.page.getByRole('article').filter({ hasText: 'Which line' });
    await moment.getByRole('button', { name: 'Reply' }).click();
    await moment.getByRole('textbox', { name: 'Your comment' }).fill('The red one, always the last.');
    await moment.getByRole('button', { name: 'Send' }).click();
    await ann.go('/mode1?show=yours');
    const own = ann.page.getByRole('article').filter({ hasText: 'Which line' });
    await own.getByRole('link', { name: 'Start chats' }).click();
    await ann.page.getByRole('checkbox', { name: 'Start a chat' }).check();
    await ann.button('Start 1 chat').click();
    await expect(ann.message('The red one, always the last.')).toBeVisible();
  });

  await test.step('two find each other nearby', async () => {
    for (const one of [bob, ann]) await beFound(one);
    await expect(ann.page.getByRole('listitem').filter({ hasText: bob.name })).toContainText(/Under 5 km|5 to 10 km/);
  });
});

/** Something is drawn there, and nothing stands beside the screen in either appearance. */
async function look(page: Page, url: string): Promise<void> {
  await page.goto(url);
  // The first page of a person takes longest where others use the machine.
  await expect(page.getByRole('heading', { level: 1 }), url).toBeVisible({ timeout: 30_000 });
  await isReady(page);
  for (const appearance of APPEARANCES) {
    const beyond = () =>
      page.evaluate((chosen) => {
        document.documentElement.dataset['appearance'] = chosen;
        return document.documentElement.scrollWidth - innerWidth;
      }, appearance);
    await expect.poll(beyond, `${url} ${appearance}`).toBeLessThanOrEqual(0);
  }
  expect(await page.evaluate(() => innerWidth)).toBe(PHONE.width);
}

interface Composed {
  words: string;
  enter: { isComposing: boolean; keyCode: number };
}

/** As an input method does, in the field that has the focus: the word grows, an Enter takes it. */
function compose(page: Page, composed: Composed): Promise<void> {
  return page.evaluate(({ words, enter }) => {
    const field = document.activeElement;
    if (!(field instanceof HTMLTextAreaElement)) throw new Error('nothing to write in has the focus');
    const tell = (type: string, data: string) =>
      field.dispatchEvent(new CompositionEvent(type, { bubbles: true, data }));
    const before = field.value;
    tell('compositionstart', '');
    for (let length = 1; length <= words.length; length++) {
      const data = words.slice(0, length);
      tell('compositionupdate', data);
      field.value = before + data;
      field.dispatchEvent(
        new InputEvent('input', { bubbles: true, data, inputType: 'insertCompositionText', isComposing: true }),
      );
    }
    const press = () =>
      field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true, ...enter }));
    // Safari ends the word first and says of the key that it is the input method's.
    if (enter.isComposing) press();
    tell('compositionend', words);
    if (!enter.isComposing) press();
  }, composed);
}

/** Runs in the page. */
function standInMadrid(): void {
  const coords = { latitude: 40.42, longitude: -3.7, accuracy: 30 };
  Object.assign(navigator.geolocation, {
    getCurrentPosition: (done: (position: unknown) => void) => done({ coords, timestamp: Date.now() }),
  });
}

async function beFound(who: Participant): Promise<void> {
  await who.go('/nearby');
  await who.button('Show me nearby').click();
  await expect(who.button('Hide me')).toBeVisible();
}
