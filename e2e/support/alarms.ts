import type { Page } from '@playwright/test';

interface Alarms {
  titles: string[];
  vibrations: VibratePattern[];
  notifications: { title: string; body: string; state: 'shown' | 'closed' }[];
}

declare global {
  interface Window {
    testAlarms: Alarms;
  }
}

/** Put into a page before anything of the product runs: it is hidden, and what it does to be noticed is noted. */
export function noteAlarms(): void {
  const alarms: Alarms = { titles: [], vibrations: [], notifications: [] };
  window.testAlarms = alarms;
  Object.defineProperty(document, 'hidden', { get: () => true });
  Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' });
  Object.defineProperty(navigator, 'vibrate', {
    value: (pattern: VibratePattern) => alarms.vibrations.push(pattern) > 0,
  });
  window.Notification = class extends EventTarget {
    static permission = 'granted';
    readonly #noted: Alarms['notifications'][number];
    constructor(title: string, { body = '' }: NotificationOptions) {
      super();
      this.#noted = { title, body, state: 'shown' };
      alarms.notifications.push(this.#noted);
    }
    close(): void {
      this.#noted.state = 'closed';
    }
  } as unknown as typeof Notification;
  const note = () => {
    if (alarms.titles.at(-1) !== document.title) alarms.titles.push(document.title);
  };
  new MutationObserver(note).observe(document, { subtree: true, childList: true, characterData: true });
}

export function alarmsOf(page: Page): Promise<Alarms> {
  return page.evaluate(() => window.testAlarms);
}
