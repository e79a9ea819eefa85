import { makeFriends } from './support/friends.ts';
import { SLOW_MS } from './support/slow.ts';
import { expect, test } from './support/test.ts';
import { PushedTo, pushOf, subscribeToNobody } from './support/worker.ts';

test.use({ settings: { CAN_DISLIKE_SECONDS: '0', PUSH_ALLOWED_HOSTS: 'push.invalid' } });

test('pushes are shown, lead to their room without a reload, and answer calls', async ({ arrive, product }) => {
  const [ann, bob] = await Promise.all([
    arrive({ who: 'wei', voice: 'none', worker: 'ours', before: subscribeToNobody }),
    arrive({ who: 'mei', voice: 'none' }),
  ]);
  const { page } = ann;
  await page.context().grantPermissions(['notifications', 'microphone']);
  const room = await makeFriends(ann, bob);

  // Asked softly after the first message, then told to the server.
  await ann.go(`/chat/${room}`);
  const device = await PushedTo.in(page);
  await ann.write('Are you there?');
  await expect(ann.message('Are you there?')).toBeVisible();
  const offer = page.getByRole('complementary', { name: 'Shall we tell you when they answer?' });
  await offer.getByRole('button', { name: 'Tell me' }).click();
  await expect(offer).toBeHidden();
  await ann.go('/settings');
  await expect(page.getByRole('switch', { name: /^Notifications on this device/ })).toBeChecked();

  const hostile = '<img src=x onerror="document.title=\'taken\'">';
  await device.push(pushOf({ kind: 'message', room, body: hostile, url: 'https://evil.example/' }));
  await device.push('not JSON at all');
  await expect
    .poll(() => device.shown())
    .toEqual([
      expect.objectContaining({ title: 'Mei-Lin', body: hostile, tag: room, requireInteraction: false }),
      expect.objectContaining({ title: 'Yonder', body: 'Something new is waiting for you.' }),
    ]);
  // In sight, the page says it, too; as text, whatever it is.
  await expect(page.locator('[data-toast]', { hasText: hostile })).toBeVisible();
  await page.evaluate(() => Object.assign(window, { isTheSame: true }));
  await device.press(room);
  await page.waitForURL(`${product.url}/notifications`);
  await device.nothingStands();

  await device.push(pushOf({ kind: 'message', room }));
  await device.press(room);
  await page.waitForURL(`${product.url}/chat/${room}`);
  expect(await page.evaluate(() => 'isTheSame' in window)).toBe(true);
  await device.nothingStands();

  const first = await bob.wire.call('startDirectCall', { chatRoomId: room });
  await device.push(pushOf({ kind: 'call', room, callId: first.call.id, body: 'Incoming voice call' }));
  await expect.poll(() => device.shown()).toContainEqual(expect.objectContaining({ requireInteraction: true }));
  await device.press(first.call.id, 'decline');
  await expect
    .poll(async () => (await bob.wire.call('listCalls', null)).calls.find(({ id }) => id === first.call.id)?.outcome)
    .toBe('declined');
  const second = await bob.wire.call('startDirectCall', { chatRoomId: room });
  await device.push(pushOf({ kind: 'call', room, callId: second.call.id, body: 'Incoming voice call' }));
  await device.press(second.call.id, 'accept');
  await expect
    .poll(async () => (await bob.wire.call('getCallState', null)).directCall?.status ?? 'accepted')
    .toBe('accepted');
  await expect(ann.callWith(bob)).toBeVisible();
  await expect.poll(async () => (await device.shown()).map(({ tag }) => tag)).not.toContain(second.call.id);
});

test('without a server the app opens, reads and writes; all is sent once and in order when it is back', async ({
  arrive,
  product,
}) => {
  test.skip(SLOW_MS > 0, 'what the runner holds back goes past the worker');
  const [ann, bob] = await Promise.all([
    arrive({ who: 'kai', voice: 'none', worker: 'ours' }),
    arrive({ who: 'ama', voice: 'none' }),
  ]);
  const { page } = ann;
  const room = await makeFriends(ann, bob);
  const said = async (): Promise<string[]> => {
    const { messages } = await bob.wire.call('listMessages', { chatRoomId: room, limit: 50 });
    return messages.filter(({ type }) => type === 'text').map(({ content }) => content);
  };
  await ann.go(`/chat/${room}`);
  await ann.write('Read before');
  await expect(ann.message('Sent').or(ann.message('Read'))).toBeVisible();
  const row = page.getByRole('link', { name: /Ama/ });
  await expect(row).toContainText(/online|away|offline/);
  await expect.poll(() => page.evaluate(keptText)).toMatch(/Read before.*Read before/s);
  // The shell is kept whole before the worker runs.
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  const cached = await page.evaluate(async () => {
    const names = await caches.keys();
    const urls = await Promise.all(
      names.map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname)),
    );
    return { names, paths: urls.flat() };
  });
  expect(cached.names).toEqual([expect.stringMatching(/^yonder-shell-/)]);
  expect(cached.paths.filter((path) => /^\/(api|media|chat)/.test(path))).toEqual([]);

  await product.kill();
  await page.goto(`${product.url}/chats`);
  await expect(row).toContainText('Read before');
  await expect(
    ann.text('Yonder cannot be reached right now. What you see here is what this device has kept.'),
  ).toBeVisible();
  // Whether she is there nobody knows here; and that there is a network says nothing of the server.
  await expect(row).not.toContainText(/online|away|offline/);
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  expect(await row.textContent()).not.toMatch(/online|away|offline/);
  await row.click();
  await expect(ann.message('Read before')).toBeVisible();
  for (const words of ['One', 'Two', 'Three']) await ann.write(words);
  await page.reload();
  await expect(ann.message('Three')).toBeVisible();
  await ann.write('Four');

  await product.restart();
  await expect.poll(said, { timeout: 30_000 }).toEqual(['Read before', 'One', 'Two', 'Three', 'Four']);
  await expect(ann.text(/cannot be reached right now/)).toHaveCount(0);
  await expect(row).toContainText(/online|away|offline/);
});

/** Runs in the page: everything that this device has kept of chats. */
async function keptText(): Promise<string> {
  const names = (await indexedDB.databases()).map(({ name }) => name ?? '');
  const name = names.find((one) => /^yonder-person-[^-]+(-[^-]+){4}$/.test(one));
  if (name === undefined) return '';
  const asked = <Value>(request: IDBRequest<Value>) =>
    new Promise<Value>((resolve, reject) => {
      request.addEventListener('success', () => resolve(request.result));
      request.addEventListener('error', () => reject(request.error));
    });
  const database = await asked(indexedDB.open(name));
  const stores = database.transaction(['lists', 'histories']);
  const kept = [
    await asked(stores.objectStore('lists').getAll()),
    await asked(stores.objectStore('histories').getAll()),
  ];
  database.close();
  return JSON.stringify(kept);
}
