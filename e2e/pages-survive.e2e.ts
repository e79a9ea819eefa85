import type { Page, Route, WebSocketRoute } from '@playwright/test';
import { SIGNED_IN, SIGNED_OUT } from './support/addresses.ts';
import { hasFirefox } from './support/firefox.ts';
import { makeFriends } from './support/friends.ts';
import { holdMessages, refuseHeld } from './support/held-messages.ts';
import { overPlainHttp, refuseCookies, refuseStorage } from './support/no-calls.ts';
import { translatePage } from './support/page-translator.ts';
import type { Participant } from './support/participant.ts';
import { expect, test as base } from './support/test.ts';

const test = base.extend({
  settings: [{ CAN_DISLIKE_SECONDS: '0', DECISION_SECONDS: '58' }, { scope: 'worker' }],
});

/** As an extension or a network in the way does it. Resolves with what ends it. */
async function block(page: Page, script: string): Promise<() => Promise<void>> {
  const pattern = new RegExp(`/assets/${script}-[^/]+\\.js`);
  const refuse = (route: Route) => route.abort();
  await page.route(pattern, refuse);
  return () => page.unroute(pattern, refuse);
}

/** Whatever the page has loaded stays as long as there is the mark. */
async function mark(page: Page): Promise<() => Promise<boolean>> {
  await page.evaluate(() => void Object.assign(window, { isMarked: true }));
  return () => page.evaluate(() => 'isMarked' in window);
}

async function talk(ann: Participant, bob: Participant): Promise<void> {
  await ann.startCall();
  await expect(ann.finding).toBeVisible();
  await bob.startCall();
  for (const one of [ann, bob]) await expect(one.timer.first()).toBeVisible();
}

async function like(ann: Participant, bob: Participant): Promise<void> {
  await ann.button('End call').click();
  for (const one of [ann, bob]) await expect(one.decision).toBeVisible();
  await ann.button('Like').click();
  await expect(ann.text('Waiting for them')).toBeVisible();
  await bob.button('Like').click();
  for (const one of [ann, bob]) {
    const other = one === ann ? bob : ann;
    await expect(one.page.getByRole('heading', { name: other.name })).toBeVisible();
  }
}

test.describe('whose scripts do not come', () => {
  test.use({ expectedErrors: /ERR_FAILED|A screen failed|Failed to fetch|NS_ERROR|NetworkError|^Error \(/ });

  test('a sheet that does not come ends no call, says so, and opens once it does', async ({ arrive }) => {
    const [ann, bob] = await Promise.all([arrive({ who: 'noor', voice: 440 }), arrive({ who: 'ama', voice: 1_000 })]);
    await talk(ann, bob);
    const { callId } = await ann.callNow();
    await like(ann, bob);
    await ann.button('Open chat').click();
    await expect(ann.callBar).toBeVisible();
    const end = await block(ann.page, 'ShortcutsSheet');
    await ann.page.getByRole('heading', { name: bob.name }).press('?');
    await expect(ann.text('Network error. Please try again.')).toBeVisible();
    await expect(ann.callBar).toBeVisible();
    for (const one of [ann, bob]) expect(await one.callNow()).toMatchObject({ callId, status: 'mutual-like' });
    await ann.hears(1_000);
    await end();
    await ann.page.getByRole('heading', { name: bob.name }).press('?');
    await expect(ann.dialog('Keyboard')).toBeVisible();
    expect(await ann.callNow()).toMatchObject({ callId, status: 'mutual-like' });
  });

  for (const browser of ['page cache', 'firefox'] as const) {
    test(`a page whose script failed is there when one comes back to it, without a reload (${browser})`, async ({
      arrive,
    }) => {
      test.skip(browser === 'firefox' && !hasFirefox(), 'not run: it needs Firefox (apt-get install firefox-esr)');
      const { page, go } = await arriveIn(arrive, browser);
      await go('/home');
      const isMarked = await mark(page);
      const end = await block(page, 'SettingsPage');
      const main = page.getByRole('navigation', { name: 'Main' });
      await main.getByRole('link', { name: 'Settings' }).click();
      await expect(page.getByRole('heading', { name: 'Oops! Something went wrong' })).toBeVisible();
      await main.getByRole('link', { name: /^Home/ }).click();
      await expect(page.getByRole('button', { name: 'Start a call' })).toBeVisible();
      await end();
      await main.getByRole('link', { name: 'Settings' }).click();
      await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible();
      expect(await isMarked()).toBe(true);
    });
  }
});

type Arrive = (arrival: {
  who: 'mateo';
  voice: 'none';
  microphone: 'denied';
  browser: 'page cache' | 'firefox';
}) => Promise<Participant>;

async function arriveIn(arrive: Arrive, browser: 'page cache' | 'firefox') {
  const one = await arrive({ who: 'mateo', voice: 'none', microphone: 'denied', browser });
  return { page: one.page, go: (path: string) => one.go(path) };
}

test('translated pages go on while they update: chats, a call, the reveal, and the places of the navigation', async ({
  arrive,
}) => {
  test.setTimeout(120_000);
  const [ann, bob] = await Promise.all([
    arrive({ who: 'wei', voice: 440, before: translatePage }),
    arrive({ who: 'mei', voice: 1_000, before: translatePage }),
  ]);
  await talk(ann, bob);
  await ann.button('Mute').click();
  await expect(bob.page.getByText('Muted', { exact: true })).toBeVisible();
  await ann.pressed('Mute').click();
  await like(ann, bob);
  for (const one of [ann, bob]) await one.button('Open chat').click();
  await ann.write('One line');
  await expect(bob.message('One line')).toBeVisible();
  await bob.page.getByRole('textbox', { name: /^Message/ }).pressSequentially('Two li');
  await expect(ann.text('typing…').first()).toBeVisible();
  await bob.page.getByRole('textbox', { name: /^Message/ }).pressSequentially('nes');
  await bob.page.keyboard.press('Enter');
  await expect(ann.message('Two lines')).toBeVisible();
  await ann.button('End call').click();
  await ann.page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Home/ }).click();
  const room = new URL(bob.page.url()).pathname;
  for (const words of ['Three', 'Four']) {
    await bob.write(words);
    await expect(bob.message(words)).toBeVisible();
  }
  const places = ['Moments', /^Chats/, 'You', 'Settings', /^Home/];
  for (const name of places) {
    await ann.page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click();
    await bob.write(`Seen at ${String(name)}`);
    await expect(ann.page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  }
  await ann.go(room);
  await bob.write(`Seen at ${room}`);
  await expect(ann.message(`Seen at ${room}`)).toBeVisible();
  await expect(ann.page.getByRole('heading', { name: bob.name })).toBeVisible();
});

/** Of those that look the same, or lead to another one while somebody is in, one is enough. */
const TRANSLATED_IN = SIGNED_IN.filter((path) => path !== '/call');
const TRANSLATED_OUT = SIGNED_OUT.filter((path) => !['/welcome', '/login', '/register'].includes(path));

test('every page goes on translated while messages arrive, also as its language changes', async ({ arrive }) => {
  test.setTimeout(120_000);
  const [ann, bob] = await Promise.all([
    arrive({ who: 'noor', voice: 'none', before: translatePage }),
    arrive({ who: 'kai', voice: 'none' }),
  ]);
  const { page } = ann;
  const chatRoomId = await makeFriends(ann, bob);
  const draft = { content: 'Which line do you take home?', region: 'IS-1', ageRange: 'any', language: 'en' } as const;
  const { postId } = await ann.wire.call('createPostV2v2', draft);
  const profile = await bob.wire.call('getProfile', null);
  const say = (content: string) =>
    bob.wire.call('sendMessageV2v2', { chatRoomId, clientMessageId: crypto.randomUUID(), type: 'text', content });
  const walk = async (paths: readonly string[]) => {
    for (const path of paths) {
      await openInPage(page, path);
      await say(`Seen at ${path}`);
    }
  };
  const speak = async (language: 'de' | 'ja' | 'en') => {
    await openInPage(page, '/settings');
    await page.locator('select').selectOption(language);
    await expect(page.locator('html')).toHaveAttribute('lang', language);
  };

  await ann.go('/nowhere');
  const isMarked = await mark(page);
  await walk(TRANSLATED_IN);
  await speak('de');
  await walk(TRANSLATED_OUT);
  await speak('ja');
  await walk(['/mode1/new', `/mode1/${postId}`, `/profile/${profile.userId}`]);
  await speak('en');
  await walk([`/chat/${chatRoomId}`]);
  await expect(ann.message(`Seen at /chat/${chatRoomId}`)).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: bob.name })).toBeVisible();
  expect(await isMarked()).toBe(true);
});

/** Without loading anything but what the page asks for; resolves once another heading stands there. */
async function openInPage(page: Page, path: string): Promise<void> {
  const heading = page.getByRole('heading', { level: 1 }).first();
  const before = (await heading.textContent()) ?? '';
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
  await expect(heading, path).not.toHaveText(before);
}

test('what is unsent and what is begun outlives a session that is ended from elsewhere, and goes on at the next one', async ({
  arrive,
}) => {
  const [ann, bob] = await Promise.all([
    arrive({ who: 'ama', voice: 'none', session: 'own' }),
    arrive({ who: 'kai', voice: 'none' }),
  ]);
  const first = await makeFriends(ann, bob);
  await bob.go(`/chat/${first}`);
  const held = await holdMessages(ann.page);
  await ann.go(`/chat/${first}`);
  await ann.write('Before the session ended');
  await expect(ann.message('Before the session ended')).toBeVisible();
  await ann.page.getByRole('textbox', { name: /^Message/ }).fill('Only begun');
  await ann.wire.call('signOutEverywhere', null);
  await expect(ann.page.getByRole('link', { name: /^Continue with/ })).toBeVisible();
  held.on = false;
  await ann.signIn(`/chat/${first}`);
  await expect(bob.message('Before the session ended')).toBeVisible({ timeout: 20_000 });
  await expect(ann.page.getByRole('textbox', { name: /^Message/ })).toHaveValue('Only begun');
});

test('a message that is refused once its writer has gone on shows in a toast, in the list and in the badge', async ({
  arrive,
}) => {
  const [ann, bob] = await Promise.all([
    arrive({ who: 'mateo', voice: 'none' }),
    arrive({ who: 'mei', voice: 'none' }),
  ]);
  const room = await makeFriends(ann, bob);
  const held = await holdMessages(ann.page);
  await ann.go(`/chat/${room}`);
  await ann.write('What they will not take');
  await expect.poll(() => held.ids.length).toBe(1);
  const main = ann.page.getByRole('navigation', { name: 'Main' });
  await main.getByRole('link', { name: /^Home/ }).click();
  await expect(ann.page.getByRole('button', { name: 'Start a call' })).toBeVisible();
  refuseHeld(held);
  await expect(ann.text('A message of yours was not sent. Tap to see why.')).toBeVisible();
  await expect(main.getByRole('link', { name: '1 message was not sent' })).toBeVisible();
  await main.getByRole('link', { name: /^Chats/ }).click();
  await expect(ann.page.locator(`#chat-${room}`)).toContainText('Not sent: What they will not take');
  await ann.page.locator(`#chat-${room}`).getByRole('link').click();
  await ann.button('Discard').click();
  await expect(main.getByRole('link', { name: /was not sent/ })).toHaveCount(0);
});

test.describe('what cannot be done here is said before', () => {
  test('over plain http beyond this machine there is no microphone, and nobody is put into the queue', async ({
    arrive,
  }) => {
    const ann = await arrive({ who: 'kai', voice: 'none', before: overPlainHttp });
    await ann.go('/call');
    await expect(ann.text(/^This page was opened without encryption/)).toBeVisible();
    await ann.button('Start a call').click();
    await expect(ann.dialog('No calls from here')).toContainText('This page was opened without encryption');
    expect(await ann.wire.call('getCallState', null)).toMatchObject({ kind: 'idle' });
  });

  test('where cookies are refused the page says so before the sign-in', async ({ open, product }) => {
    const page = await open('none');
    await page.addInitScript(refuseCookies);
    await page.goto(`${product.url}/login`);
    await expect(page.getByRole('alert')).toContainText('Your browser refuses cookies here');
  });

  test('where storage is refused the page says what is lost before the sign-in', async ({ open, product }) => {
    const page = await open('none');
    await page.addInitScript(refuseStorage);
    await page.goto(`${product.url}/login`);
    await expect(page.getByRole('alert')).toContainText('Your browser stores nothing for this page');
    await expect(page.getByRole('link', { name: /^Continue with/ })).toBeVisible();
  });

  test.describe('in a browser that is too old', () => {
    test.use({ expectedErrors: /withResolvers is not a function/ });

    test('the page says so in the language that is read', async ({ open, product }) => {
      const page = await open('none', { locale: 'ja-JP' });
      await page.addInitScript(() => Reflect.deleteProperty(Promise, 'withResolvers'));
      await page.goto(`${product.url}/`);
      await expect(page.getByRole('heading', { name: 'ブラウザーを更新してください' })).toBeVisible();
    });
  });

  test.describe('behind a proxy that refuses sockets', () => {
    test.use({ expectedErrors: /WebSocket/ });

    test('one is matched with nobody, reads why, and is not put into the queue again', async ({ arrive }) => {
      const [ann, bob] = await Promise.all([
        arrive({ who: 'mateo', voice: 440 }),
        arrive({ who: 'noor', voice: 1_000 }),
      ]);
      const sockets = await passSockets(ann.page);
      await ann.startCall();
      await expect(ann.text('Number 1 of 1 in the queue')).toBeVisible();
      sockets.refuse();
      await expect(ann.text(/^Your network lets no live connection through/).last()).toBeVisible({ timeout: 30_000 });
      await bob.startCall();
      await expect(bob.text(/in the queue$/)).toBeVisible();
      expect(await bob.wire.call('getCallState', null)).toMatchObject({ kind: 'voice-queue', call: null });
      await ann.button('Cancel').click();
      await expect(ann.finding).toBeHidden();
      await expect(ann.text(/^Your network lets no live connection through/)).toBeVisible();
      await ann.button('Start a call').click();
      await expect(ann.dialog('No calls from here')).toBeVisible();
      await expect.poll(async () => (await ann.wire.call('getCallState', null)).kind).toBe('idle');
    });
  });
});

test('tabs follow each other’s appearance, sky and language', async ({ arrive }) => {
  const ann = await arrive({ who: 'mateo', voice: 'none' });
  await ann.go('/settings');
  const other = await ann.anotherTab();
  await other.go('/home');
  const html = other.page.locator('html');
  await expect(other.button('Start a call')).toBeVisible();
  await expect(html).toHaveAttribute('data-appearance', 'dark');
  await ann.page.getByRole('radio', { name: 'Light' }).evaluate((radio: HTMLInputElement) => radio.click());
  await expect(html).toHaveAttribute('data-appearance', 'light');
  await ann.page.getByRole('combobox', { name: 'Language' }).selectOption('de');
  await expect(html).toHaveAttribute('lang', 'de');
  await ann.page.getByRole('combobox', { name: 'Sprache' }).selectOption('en');
  await expect(html).toHaveAttribute('lang', 'en');
  await ann.page.getByRole('radio', { name: 'Dark' }).evaluate((radio: HTMLInputElement) => radio.click());
  await expect(html).toHaveAttribute('data-appearance', 'dark');
});

/** As a proxy that lets sockets through until it does not. */
async function passSockets(page: Page): Promise<{ refuse: () => void }> {
  const open: WebSocketRoute[] = [];
  let isRefusing = false;
  await page.routeWebSocket('**/api/v1/live', (socket) => {
    if (isRefusing) return void socket.close();
    socket.connectToServer();
    open.push(socket);
  });
  return {
    refuse() {
      isRefusing = true;
      for (const socket of open) void socket.close();
    },
  };
}
