import type { Page } from '@playwright/test';

declare global {
  interface Window {
    testTimer: string[];
  }
}

/** Runs in the page: notes whatever its timer says at the moment it says it, however late the test looks. */
export function noteTimer(): void {
  const texts: string[] = [];
  window.testTimer = texts;
  new MutationObserver(() => {
    const text = document.querySelector('[role="timer"]')?.textContent;
    if (text && text !== texts.at(-1)) texts.push(text);
  }).observe(document, { childList: true, characterData: true, subtree: true });
}

/** In the order in which they were shown. */
export function timerTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => window.testTimer);
}
