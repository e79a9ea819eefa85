import type { Page } from '@playwright/test';

declare global {
  interface Window {
    testTimer: string[];
    testDialog: string[];
  }
}

/** Runs in the page: notes whatever its timer and its dialog say at the moment they say it, however late the test looks. */
export function noteTimer(): void {
  const notes = { '[role="timer"]': new Array<string>(), '[role="dialog"]': new Array<string>() };
  window.testTimer = notes['[role="timer"]'];
  window.testDialog = notes['[role="dialog"]'];
  new MutationObserver(() => {
    for (const [place, texts] of Object.entries(notes)) {
      const text = document.querySelector(place)?.textContent;
      if (text && text !== texts.at(-1)) texts.push(text);
    }
  }).observe(document, { childList: true, characterData: true, subtree: true });
}

/** In the order in which they were shown. */
export function timerTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => window.testTimer);
}

/** The same, each with all that stood in the dialog. */
export function dialogTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => window.testDialog);
}
