import type { Page } from '@playwright/test';
import { makeFriends } from './support/friends.ts';
import { expect, unhurried as test } from './support/test.ts';

/** Of the web's own measure, for which 0.1 is good; a throttled page moves by 0.001. */
const MOST_SHIFT = 0.01;

test('keys lead through the app and are told of; not while one types, and not once they are off', async ({
  arrive,
}) => {
  const [wei, mei] = await Promise.all([arrive({ who: 'wei', voice: 'none' }), arrive({ who: 'mei', voice: 'none' })]);
  await makeFriends(wei, mei);
  const { page } = wei;
  const { keyboard } = page;
  const press = async (...keys: string[]): Promise<void> => {
    for (const key of keys) await keyboard.press(key);
  };
  let asked = 0;
  page.on('websocket', (socket) =>
    socket.on('framesent', ({ payload }) => (asked += Number(String(payload).includes('listChatRooms')))),
  );
  await wei.go('/chats');
  const search = page.getByRole('searchbox', { name: 'Search chats by name' });
  await expect(search).toHaveAttribute('aria-keyshortcuts', '/');
  // Keys are heard once everything that goes on above the pages is there.
  await expect(async () => {
    await press('/');
    await expect(search).toBeFocused({ timeout: 500 });
  }).toPass();
  // Pressed once more before it was seen, it is a word.
  await search.clear();
  await press('n', '?');
  await expect(search).toHaveValue('n?');
  await press('Escape');
  await search.blur();

  const before = asked;
  await page.getByRole('tabpanel').evaluate(drawDown);
  await expect.poll(() => asked).toBeGreaterThan(before);

  await press('?');
  const sheet = wei.dialog('Keyboard');
  await expect(sheet.getByText('New moment')).toBeVisible();
  await press('g', 'h', 'Escape');
  await expect(sheet).toHaveCount(0);
  expect(new URL(page.url()).pathname).toBe('/chats');
  await expect(page).toHaveTitle(/Chats · Yonder$/);
  await press('g', 's');
  await page.waitForURL('**/settings');
  await expect(page).toHaveTitle(/Settings · Yonder$/);
  await page.getByRole('switch', { name: 'Keyboard shortcuts' }).click();
  await page.getByRole('heading', { level: 1 }).focus();
  await press('g', 'h', '?');
  await page.getByRole('switch', { name: 'Keyboard shortcuts' }).click();
  await expect(sheet).toHaveCount(0);
  expect(new URL(page.url()).pathname).toBe('/settings');
});

test('the focus is never behind the bar of a phone, and in German no name meets the sun of the rail', async ({
  arrive,
}) => {
  const wei = await arrive({ who: 'wei', voice: 'none' });
  const { page } = wei;
  await page.setViewportSize({ width: 390, height: 844 });
  await wei.go('/settings');
  const last = page.getByRole('main').getByRole('link').last();
  await last.waitFor();
  const behind = new Set<string>();
  while (!(await last.evaluate((link) => link === document.activeElement))) {
    await page.keyboard.press('Tab');
    const hidden = await page.evaluate(behindTheBar);
    if (hidden !== null) behind.add(hidden);
  }
  expect([...behind]).toEqual([]);

  await page.setViewportSize({ width: 1440, height: 700 });
  await wei.wire.call('updatePreferences', { language: 'de' });
  await wei.go('/settings');
  const here = page.getByRole('link', { name: 'Einstellungen' });
  await expect(here).toHaveAttribute('aria-current', 'page');
  // The typeface may come later than the words.
  await expect(async () => {
    const [sunEnds, nameBegins, air] = await here.evaluate((tab) => {
      const sun = getComputedStyle(tab, '::before');
      const name = document.createRange();
      name.selectNodeContents(tab.querySelector('span')!);
      const [{ top, left, right }, box] = [name.getBoundingClientRect(), tab.getBoundingClientRect()];
      return [
        Number.parseFloat(sun.top) + Number.parseFloat(sun.height),
        top - box.top,
        Math.min(left - box.left, box.right - right),
      ];
    });
    expect(sunEnds).toBeLessThanOrEqual(nameBegins);
    // 10 px, or 7.5 where a browser rounds the width of each letter; without the wider rail 4.4 at most.
    expect(air).toBeGreaterThan(6);
  }).toPass();
  await wei.wire.call('updatePreferences', { language: 'en' });
});

test('no page moves by itself while it loads', async ({ arrive }) => {
  const [wei, mei] = await Promise.all([arrive({ who: 'wei', voice: 'none' }), arrive({ who: 'mei', voice: 'none' })]);
  const room = await makeFriends(wei, mei);
  await wei.wire.call('sendMessageV2v2', {
    chatRoomId: room,
    clientMessageId: crypto.randomUUID(),
    type: 'text',
    content: 'Where the path ends one sees both valleys.',
  });
  const { page } = wei;
  await page.addInitScript(watchShifts);
  const shifts: Record<string, number> = {};
  for (const path of [...PATHS, `/chat/${room}`]) {
    await wei.go(path);
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeAttached();
    await expect(page.getByRole('status', { name: /^Loading/ })).toHaveCount(0);
    shifts[path] = await settledShift(page);
  }
  expect(Object.entries(shifts).filter(([, shift]) => shift >= MOST_SHIFT)).toEqual([]);
});

const PATHS = ['/', '/home', '/chats', '/call', '/mode1', '/nearby', '/notifications', '/profile', '/settings'];

/** Runs in the page: the name of what has the focus and lies under the bar at the foot, which may have it itself. */
function behindTheBar(): string | null {
  const focus = document.activeElement;
  const bar = document.querySelector('nav:has([aria-current])');
  if (bar === null) throw new Error('there is no bar');
  if (!focus?.closest('main')) return null;
  const isBehind = focus.getBoundingClientRect().bottom > bar.getBoundingClientRect().top;
  return isBehind ? (focus.getAttribute('aria-label') ?? focus.textContent) : null;
}

/** Runs in the page: a finger that comes from the top down. */
function drawDown(panel: Element): void {
  const touch = (clientY: number) => new Touch({ identifier: 1, target: panel, clientX: 40, clientY });
  const tell = (type: string, y: number): void =>
    void panel.dispatchEvent(new TouchEvent(type, { bubbles: true, touches: type === 'touchend' ? [] : [touch(y)] }));
  tell('touchstart', 100);
  tell('touchmove', 140);
  tell('touchmove', 300);
  tell('touchend', 300);
}

/** Runs in the page before anything else. */
function watchShifts(): void {
  const page = globalThis as { layoutShift?: number };
  page.layoutShift = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) {
      if (!entry.hadRecentInput) page.layoutShift = (page.layoutShift ?? 0) + entry.value;
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

/** Once fonts and pictures are there and painted. */
function settledShift(page: Page): Promise<number> {
  return page.evaluate(async () => {
    await document.fonts.ready;
    const pictures = [...document.images].filter(({ loading }) => loading !== 'lazy');
    await Promise.all(pictures.map((picture) => picture.decode().catch(() => undefined)));
    for (let frames = 0; frames < 3; frames++) await new Promise((painted) => requestAnimationFrame(painted));
    return (globalThis as { layoutShift?: number }).layoutShift ?? 0;
  });
}
