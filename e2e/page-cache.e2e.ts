import { placesOf, SIGNED_IN } from './support/addresses.ts';
import { hasFirefox } from './support/firefox.ts';
import { makeFriends } from './support/friends.ts';
import {
  busyShare,
  countRestored,
  isReady,
  leaveFor,
  load,
  restoredCount,
  step,
  whyNotRestored,
} from './support/page-cache.ts';
import type { Participant } from './support/participant.ts';
import { report, SIZE } from './support/size.ts';
import { expect, unhurried as test } from './support/test.ts';

const LOADS = SIZE === 'full' ? 40 : 8;
const PATHS = ['/home', '/chats', '/settings'];
const MEASURED_MS = SIZE === 'full' ? 5_000 : 2_000;
/** Nobody uses the page: of its time it may be busy for so much. */
const IDLE_SHARE = 0.02;
const RESTS_WITHIN_MS = 30_000;

async function exchange(ann: Participant, bob: Participant, words: string): Promise<void> {
  await bob.write(`${words}?`);
  await expect(ann.message(`${words}?`)).toBeVisible();
  await ann.write(`${words}.`);
  await expect(bob.message(`${words}.`)).toBeVisible();
}

const BROWSERS = [
  { browser: 'page cache', name: 'Chromium with its back/forward cache', expectedErrors: null },
  // Firefox fails what a page imports as it leaves, and the page that goes away still says so.
  { browser: 'firefox', name: 'Firefox', expectedErrors: /^(?:A screen failed )?Error\b/ },
] as const;

for (const { browser, name, expectedErrors } of BROWSERS) {
  test.describe(`in ${name}`, () => {
    test.use({ expectedErrors });

    test(`a tab of ${LOADS} loads and ${LOADS} steps back and forth, and one beside it, come to rest at < ${IDLE_SHARE * 100} %, and messages go both ways`, async ({
      arrive,
      product,
    }) => {
      test.skip(browser === 'firefox' && !hasFirefox(), 'not run: it needs Firefox (apt-get install firefox-esr)');
      test.setTimeout(60_000 + LOADS * 8_000 + RESTS_WITHIN_MS);
      const [ann, bob] = await Promise.all([
        arrive({ who: 'noor', voice: 'none', microphone: 'denied', browser }),
        arrive({ who: 'mateo', voice: 'none' }),
      ]);
      const room = `/chat/${await makeFriends(ann, bob)}`;
      await bob.go(room);
      const beside = await ann.anotherTab();
      await beside.go('/chats');
      await countRestored(ann.page);
      await ann.go('/chats');
      await isReady(ann.page);

      const urls = ['/chats', ...Array.from({ length: LOADS }, (_, i) => PATHS[i % PATHS.length])].map(
        (path) => `${product.url}${path}`,
      );
      for (const url of urls.slice(1)) await load(ann.page, url);
      const back = urls.slice(-LOADS / 2 - 1, -1).toReversed();
      const forth = urls.slice(-LOADS / 2);
      for (const url of back) await step(ann.page, -1, url);
      for (const url of forth) await step(ann.page, 1, url);

      const restored = await restoredCount(ann.page);
      let shares: number[] = [];
      const measure = async () => {
        shares = await Promise.all([ann, beside].map(({ page }) => busyShare(page, MEASURED_MS)));
        return Math.max(...shares);
      };
      // A browser tidies up for a while after so many pages. What goes on for ever does not come to rest.
      await expect.poll(measure, { intervals: [0], timeout: RESTS_WITHIN_MS }).toBeLessThan(IDLE_SHARE);
      const figures = shares.map((share) => `${(share * 100).toFixed(2)} %`).join(' and ');
      report(
        `${name}: ${LOADS} loads, ${LOADS} steps, ${restored} of them restored from the cache: busy for ${figures}`,
      );
      if (browser === 'page cache') expect(restored, 'pages restored from the cache').toBeGreaterThan(0);

      // What has just been called idle is the page: one that spins is not.
      await ann.page.evaluate(() => {
        setInterval(() => {
          const until = performance.now() + 50;
          while (performance.now() < until);
        });
      });
      await expect.poll(() => busyShare(ann.page, 500)).toBeGreaterThan(IDLE_SHARE);

      await load(ann.page, product.url + room);
      await exchange(ann, bob, `Loaded in ${browser}`);
      await load(ann.page, `${product.url}/home`);
      await step(ann.page, -1, product.url + room);
      await exchange(ann, bob, `Back in ${browser}`);
      await beside.go(room);
      await exchange(beside, bob, `Beside in ${browser}`);
    });
  });
}

test(`each of ${SIGNED_IN.length + 3} pages comes back from the page cache, and shows what arrives then`, async ({
  arrive,
  product,
}) => {
  test.setTimeout(180_000);
  const [ann, bob] = await Promise.all([
    arrive({ who: 'noor', voice: 'none', microphone: 'denied', browser: 'page cache' }),
    arrive({ who: 'mateo', voice: 'none' }),
  ]);
  const { page } = ann;
  const chats = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Chats/ });
  const unread = async (): Promise<number> => {
    const { chatRooms } = await ann.wire.call('listChatRooms', null);
    return chatRooms.reduce((sum, room) => sum + (room.unread || Number(room.markedUnread)), 0);
  };
  const places = await placesOf(ann, bob);
  const chatRoomId = places.at(-1)?.split('/').at(-1) ?? '';
  await countRestored(page);
  await ann.go('/robots.txt');
  for (const path of [...SIGNED_IN, ...places]) {
    await load(page, product.url + path);
    // Of some the address leads on to another.
    const url = page.url();
    const before = await restoredCount(page);
    await leaveFor(page, `${product.url}/robots.txt`);
    await step(page, -1, url);
    expect.soft((await restoredCount(page)) - before, `${path}: ${await whyNotRestored(page)}`).toBe(1);
    const content = `Seen at ${path}`;
    await bob.wire.call('sendMessageV2v2', { chatRoomId, clientMessageId: crypto.randomUUID(), type: 'text', content });
    if (url.endsWith(chatRoomId)) await expect(ann.message(content)).toBeVisible();
    else await expect(chats, path).toContainText(`${await unread()} unread message`);
  }
});

test('a page that comes back after its person has signed out shows nothing of them, with no answer from the server', async ({
  arrive,
  product,
}) => {
  const ann = await arrive({ who: 'kai', voice: 'none', microphone: 'denied', browser: 'page cache', session: 'own' });
  await countRestored(ann.page);
  await ann.go('/profile');
  const name = ann.page.getByRole('main').getByText('Kai').first();
  await expect(name).toBeVisible();
  await isReady(ann.page);
  // No page of the product: it would go to the sign-in by itself, which can cancel the step back.
  await leaveFor(ann.page, `${product.url}/robots.txt`);
  await ann.page.request.post(`${product.url}/api/v1/auth/logout`, { headers: { origin: product.url } });
  await ann.page.route('**/api/v1/**', (route) => route.abort());
  await ann.page.routeWebSocket('**/api/v1/live', () => {});
  await ann.page.evaluate(() => history.back());
  await expect(ann.page.getByRole('link', { name: /^Continue with/ })).toBeVisible();
  await expect(name).toBeHidden();
  expect(await restoredCount(ann.page)).toBe(1);
});
