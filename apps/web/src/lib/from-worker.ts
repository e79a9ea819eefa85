import { toPage, type ToPage } from './worker-messages.ts';
import { EarlyPress } from './early-press.ts';

declare global {
  interface Window {
    /** boot.js listens before any other script and puts the worker's messages in here. */
    fromWorker: unknown[] | { push: (said: unknown) => void };
  }
}

type Said<Type extends ToPage['type']> = Extract<ToPage, { type: Type }>;

/** A pressed notification that has opened this page or found it open. */
export const openPress = new EarlyPress<Said<'open'>>();
/** Separate, so that a push during the page load does not replace a buffered press. */
export const pushedHere = new EarlyPress<Said<'pushed'>>();

/** Handles the worker's messages from now on, and the earlier ones at once. */
export function hearWorker(): void {
  const early = window.fromWorker;
  window.fromWorker = { push: hear };
  if (Array.isArray(early)) early.forEach((said) => hear(said));
}

function hear(said: unknown): void {
  const message = toPage.safeParse(said).data;
  switch (message?.type) {
    case 'open':
      return openPress.press(message);
    case 'pushed':
      return pushedHere.press(message);
    case undefined:
      return;
    default:
      message satisfies never;
  }
}
