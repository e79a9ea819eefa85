import type { Locator, Page } from '@playwright/test';
import { differenceOf, portrait, strangeIcons, unseenControls } from './support/forced-colors.ts';
import { makeFriends } from './support/friends.ts';
import { expect, unhurried as test } from './support/test.ts';

/** A line around it, or a mark within: of its pixels. */
const SEEN = 0.01;

test('with forced colours every control is seen, chosen ones otherwise, and where the focus is', async ({ arrive }) => {
  const [ann, bob] = await Promise.all([arrive({ who: 'wei', voice: 'none' }), arrive({ who: 'mei', voice: 'none' })]);
  const { page } = ann;
  const room = await makeFriends(ann, bob);
  await bob.wire.call('sendMessageV2v2', {
    chatRoomId: room,
    clientMessageId: crypto.randomUUID(),
    type: 'text',
    content: 'Hello',
  });
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
  await page.setViewportSize({ width: 1_000, height: 1_600 });

  for (const path of ['/home', '/profile/edit', `/chat/${room}`, '/settings']) {
    await test.step(`everything on ${path}`, async () => {
      await ann.go(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.getByText('Loading...')).toHaveCount(0);
      expect.soft(await unseenControls(page), `not seen on ${path}`).toEqual([]);
      expect.soft(await strangeIcons(page), `icons of ${path}`).toEqual([]);
    });
  }

  await test.step('a switch that is on, a choice that is made', async () => {
    const keys = page.getByRole('switch', { name: 'Keyboard shortcuts' });
    await differs(keys, () => keys.click());
    await keys.click();
    const [dark, light] = ['Dark', 'Light'].map((name) => page.getByRole('radio', { name }).locator('..'));
    if (dark === undefined || light === undefined) throw new Error('there is no choice');
    await dark.click();
    await differs(dark, () => light.click());
    await dark.click();
  });

  await test.step('the tab one is on, the place one is at', async () => {
    await ann.go('/chats');
    const calls = page.getByRole('tab', { name: 'Calls' });
    await differs(calls, () => calls.click());
    const chats = page.getByRole('navigation').getByRole('link', { name: /^Chats/ });
    await differs(chats, () => page.getByRole('navigation').getByRole('link', { name: 'Home' }).click());
  });

  await test.step('whatever has the focus', async () => {
    for (const path of ['/settings', `/chat/${room}`]) {
      await ann.go(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      expect(await withoutRing(page), path).toEqual([]);
    }
  });
});

async function differs(control: Locator, change: () => Promise<void>): Promise<void> {
  const before = await portrait(control);
  await change();
  await expect.poll(async () => differenceOf(before, await portrait(control))).toBeGreaterThan(SEEN);
}

/** Where Tab leads on a page without a line being drawn around it. */
async function withoutRing(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (let pressed = 0; pressed < 25; pressed++) {
    await page.keyboard.press('Tab');
    const stop = await page.evaluate(() => {
      const { activeElement } = document;
      if (activeElement === null || activeElement === document.body) return null;
      // What is drawn for a control that is not stands beside it.
      const near = [activeElement, ...(activeElement.parentElement?.querySelectorAll('*') ?? [])];
      const hasRing = near.some((element) => {
        const { outlineStyle, outlineWidth } = getComputedStyle(element);
        return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
      });
      return hasRing ? '' : activeElement.outerHTML.slice(0, 200);
    });
    if (stop === null) break;
    if (stop !== '') found.push(stop);
  }
  return found;
}
