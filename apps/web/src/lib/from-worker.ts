import { toPage, type ToPage } from './worker-messages.ts';
import { EarlyPress } from './early-press.ts';

declare global {
  interface Window {
    /** boot.js, which is there to listen before anything else, puts into it what the worker says. */
    fromWorker: unknown[] | { push: (said: unknown) => void };
  }
}

type Said<Type extends ToPage['type']> = Extract<ToPage, { type: Type }>;

/** A notification that was pressed: it has opened this page, or found it. */
export const openPress = new EarlyPress<Said<'open'>>();
/** Apart from it: what is pushed while the page loads takes nobody's press away. */
export const pushedHere = new EarlyPress<Said<'pushed'>>();

/** From now on at once; and what was said before, now. */
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
