import { setTimeout as pause } from 'node:timers/promises';
import { type Browser, expect, type Page } from '@playwright/test';
import { firefoxBusyShare } from './firefox.ts';

const RESTORED = 'restored-from-page-cache';

/** Counts, in the page, how often one was restored from the back/forward cache. */
export async function countRestored(page: Page): Promise<void> {
  await page.addInitScript((key) => {
    addEventListener('pageshow', ({ persisted }) => {
      if (persisted) sessionStorage.setItem(key, String(Number(sessionStorage.getItem(key) ?? 0) + 1));
    });
  }, RESTORED);
}

export function restoredCount(page: Page): Promise<number> {
  return page.evaluate((key) => Number(sessionStorage.getItem(key) ?? 0), RESTORED);
}

/** What Chromium says of the last step back; null where it restored the page. */
export function whyNotRestored(page: Page): Promise<string> {
  return page.evaluate(() =>
    JSON.stringify(Object(performance.getEntriesByType('navigation')[0]).notRestoredReasons ?? null),
  );
}

/** A new document at another address, by a step of the page itself, as a link is: what Playwright goes to leaves the cache unused. */
export async function load(page: Page, url: string): Promise<void> {
  await leaveFor(page, url);
  await isReady(page);
}

/** Playwright's own steps wait for a load, which a restored page has long had. */
export async function step(page: Page, by: -1 | 1, url: string): Promise<void> {
  await page.evaluate((steps) => void setTimeout(() => history.go(steps)), by);
  await isAt(page, url);
  await isReady(page);
}

/** The page there need not be one of the product's. */
export async function leaveFor(page: Page, url: string): Promise<void> {
  await page.evaluate((to) => void setTimeout(() => (location.href = to)), url);
  await isAt(page, url);
}

/** Asks Playwright and not the page: a script that reaches the page that has just been put away evicts it from the cache. */
async function isAt(page: Page, url: string): Promise<void> {
  await page.waitForURL(url, { waitUntil: 'commit' });
}

/** Its screen is drawn, and no file of it is on its way. */
export async function isReady(page: Page): Promise<void> {
  const main = page.getByRole('main');
  await expect(main.getByRole('heading').or(main.getByRole('tab')).first()).toBeVisible();
  // Firefox takes a file that a page was loading as it left for one that is missing.
  await page.waitForFunction(
    () => performance.now() - (performance.getEntriesByType('resource').at(-1)?.startTime ?? 0) > 300,
  );
}

/** The share of so many milliseconds that the page's main thread ran, 0 to 1: what others do on the machine is not counted. */
export async function busyShare(page: Page, ms: number): Promise<number> {
  const browser: Browser | null = page.context().browser();
  if (browser?.browserType().name() === 'firefox') return firefoxBusyShare(browser, ms);
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const read = async (name: string): Promise<number> => {
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.find((metric) => metric.name === name)?.value ?? 0;
  };
  const before = await read('TaskDuration');
  const since = performance.now();
  await pause(ms);
  const share = ((await read('TaskDuration')) - before) / ((performance.now() - since) / 1_000);
  await session.detach();
  return share;
}
