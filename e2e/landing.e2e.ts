import type { Page } from '@playwright/test';
import { expect, test } from './support/test.ts';

/** Gzip, of all scripts that a visitor's browser takes for the landing page. */
const MOST_SCRIPT_BYTES = 120 * 1_024;
const MOVING = { reducedMotion: 'no-preference' } as const;

test('the landing page can be read before its scripts, and they are few', async ({ open, product }) => {
  const page = await open('none', { javaScriptEnabled: false });
  await page.goto(product.url);
  await expect(page.getByRole('heading', { level: 1, name: 'Meet the people you haven’t met yet' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Start Exploring' })).toHaveAttribute('href', '/login');

  await page.goto(`${product.url}/login`);
  await expect(page.getByRole('heading', { level: 1, name: 'Someone’s out there' })).toBeVisible();

  // None is asked for before the first screen is painted.
  for (const path of ['/', '/login', '/home']) {
    const source = await (await page.request.get(product.url + path)).text();
    expect(source, path).not.toMatch(/type="module"|modulepreload|%[A-Z_]+%/);
  }

  const visitor = await open('none');
  const devtools = await visitor.context().newCDPSession(visitor);
  await devtools.send('Network.enable');
  await devtools.send('Network.setExtraHTTPHeaders', { headers: { 'Accept-Encoding': 'gzip' } });
  let bytes = 0;
  devtools.on('Network.responseReceived', ({ type, response: { headers } }) => {
    if (type === 'Script') bytes += Number(headers['content-length']);
  });
  await visitor.goto(product.url, { waitUntil: 'networkidle' });
  await expect(visitor.getByText('© 2024 Yonder')).toBeVisible();
  expect(bytes).toBeGreaterThan(10_000);
  expect(bytes).toBeLessThan(MOST_SCRIPT_BYTES);
});

test('the four ways take turns unless they are looked at; half suns fall, fewer on a phone', async ({
  open,
  product,
}) => {
  const page = await open('none', { ...MOVING, viewport: { width: 1440, height: 900 } });
  await page.goto(product.url);
  const way = (name: string) => page.getByRole('button', { name });
  await expect(way('Voice Vibes')).toHaveAttribute('aria-pressed', 'true');
  await endTurn(page);
  await expect(way('Chat Magic')).toHaveAttribute('aria-pressed', 'true');
  await way('Explore Nearby').hover();
  await expect(way('Explore Nearby')).toHaveAttribute('aria-pressed', 'true');
  expect(await turns(page)).toEqual(['paused']);
  await page.mouse.move(0, 0);
  await expect.poll(() => turns(page)).toEqual(['running']);
  await endTurn(page);
  await expect(way('Daily Moments')).toHaveAttribute('aria-pressed', 'true');
  await way('Voice Vibes').focus();
  expect(await turns(page)).toEqual(['paused']);
  await expect.poll(() => falling(page)).toBe(30);

  const phone = await open('none', { ...MOVING, viewport: { width: 390, height: 844 } });
  await phone.goto(product.url);
  await expect.poll(() => falling(phone)).toBe(16);
});

test('who wants no motion turns the ways by hand; everything leads where it says', async ({ open, product }) => {
  const page = await open('none');
  await page.goto(`${product.url}/welcome`);
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByRole('button', { name: 'Chat Magic' })).toHaveAttribute('aria-pressed', 'true');
  expect([await turns(page), await falling(page)]).toEqual([[], 0]);
  for (const [name, host] of [
    ['Instagram', 'www.instagram.com'],
    ['X', 'x.com'],
    ['TikTok', 'www.tiktok.com'],
    ['Discord', 'discord.com'],
  ] as const) {
    await expect(page.getByRole('link', { name, exact: true })).toHaveAttribute('href', `https://${host}/`);
  }
  await page.getByRole('button', { name: 'Light appearance' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-appearance', 'light');
  await page.getByRole('link', { name: 'Login' }).click();
  await expect(page).toHaveURL(`${product.url}/login`);
});

test('a visitor is met in the browser’s language, and this device remembers another choice', async ({
  open,
  product,
}) => {
  const page = await open('none', { locale: 'de-AT' });
  const heading = page.getByRole('heading', { level: 1 });
  await page.goto(product.url);
  await expect(heading).toHaveText('Triff Menschen, die du noch nicht kennst');
  await page.getByRole('combobox', { name: 'Sprache' }).selectOption('العربية');
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await page.goto(`${product.url}/login`);
  await expect(page.getByRole('combobox', { name: 'اللغة' })).toHaveValue('ar');

  // Before any script: where the server cannot know of the choice its words are unseen, and the next page comes in it.
  await page.route('**/after-paint.js', (route) => route.fulfill({ contentType: 'text/javascript', body: '' }));
  await page.goto(product.url);
  await expect(heading).toHaveText('لقاء من لم تجمعك بهم الأيام بعد');
  await page.context().clearCookies({ name: 'language' });
  await page.goto(product.url);
  await expect(page.locator('h1')).toHaveText('Triff Menschen, die du noch nicht kennst');
  await expect(page.locator('h1')).toBeHidden();
  await page.goto(product.url);
  await expect(heading).toHaveText('لقاء من لم تجمعك بهم الأيام بعد');
  await expect(heading).toHaveCSS('direction', 'rtl');
});

test('what a device installs is named once the page is painted', async ({ open, product }) => {
  const page = await open('none');
  for (const path of ['/', '/login', '/home']) {
    for (const language of ['en', 'ja']) {
      const answer = await page.request.get(product.url + path, { headers: { 'Accept-Language': language } });
      expect(await answer.text(), `${path} in ${language}`).not.toContain('rel="manifest"');
    }
  }
  await page.goto(product.url);
  const devtools = await page.context().newCDPSession(page);
  const manifest = () => devtools.send('Page.getAppManifest');
  await expect.poll(async () => (await manifest()).url).toBe(`${product.url}/manifest.webmanifest`);
  expect((await manifest()).errors).toEqual([]);
});

/** What the clock of the open way does. */
function turns(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const clocks = document
      .getAnimations()
      .filter((one) => one instanceof CSSAnimation && /run/.test(one.animationName));
    return clocks.map(({ playState }) => playState);
  });
}

/** Its 3 seconds are over now. */
async function endTurn(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const one of document.getAnimations()) {
      if (!(one instanceof CSSAnimation) || !/run/.test(one.animationName)) continue;
      if (one.effect?.getComputedTiming().endTime !== 3_000) throw new Error('a turn is 3 s');
      one.finish();
    }
  });
}

function falling(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      document.getAnimations().filter((one) => one instanceof CSSAnimation && /fall/.test(one.animationName)).length,
  );
}
