import { setTimeout as pause } from 'node:timers/promises';
import type { BrowserContext } from '@playwright/test';

/** By how many milliseconds what a page and the server say to each other is late: shows what a fast network hides. */
export const SLOW_MS = Number(process.env.SLOW_MS ?? 0);

/** What a test routes itself is as fast as ever. What is on its way as the page goes away may be lost. */
export async function slowDown(context: BrowserContext): Promise<void> {
  if (SLOW_MS === 0) return;
  await context.route(/\/api\/v1\/|\/assets\/.*\.js$/, async (route) => {
    await pause(SLOW_MS * (1 + Math.random()));
    // Its page may be gone by now.
    await route.fallback().catch(() => {});
  });
  await context.routeWebSocket('**/api/v1/live', (page) => {
    const server = page.connectToServer();
    const late = (tell: () => unknown) => setTimeout(tell, SLOW_MS);
    page.onMessage((message) => late(() => server.send(message)));
    server.onMessage((message) => late(() => page.send(message)));
    // After what was said before it.
    page.onClose((code, reason) => late(() => server.close({ code, reason }).catch(() => {})));
    server.onClose((code, reason) => late(() => page.close({ code, reason }).catch(() => {})));
  });
}
