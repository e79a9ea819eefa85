import { toPage, type ToPage } from './worker-messages.ts';
import { EarlyPress } from './early-press.ts';

/** What the worker says. A page that it has just opened hears it before anybody is there to listen. */
export const fromWorker = new EarlyPress<ToPage>();

export function hearWorker(): void {
  if (!('serviceWorker' in navigator)) return;
  navigator.serviceWorker.addEventListener('message', ({ data }) => {
    const message = toPage.safeParse(data).data;
    if (message !== undefined) fromWorker.press(message);
  });
}
