import { after } from './clock.ts';

const STOPS = [
  'a[href]',
  'button:not(:disabled)',
  'input:not(:disabled)',
  'select:not(:disabled)',
  'textarea:not(:disabled)',
  '[tabindex="0"]',
].join(',');
const DIALOG = '[role="dialog"], [role="alertdialog"]';
/** Enough for a menu over a dialog over a page. */
const REMEMBERED = 10;

/**
 * When the focused element disappears (a deleted row, a dialog without its opener), the browser drops the focus, and
 * keyboard users start at the top of the page. Focuses a neighbour instead.
 */
export function keepFocus(page: Document): void {
  /** Elements that had the focus, the latest last; a removed one is replaced by its neighbour. */
  let had: HTMLElement[] = [];
  /** The focused element, or the one that was focused when it disappeared; null: no focus was lost. */
  let holder: HTMLElement | null = null;
  page.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof HTMLElement)) return;
    holder = target;
    had = [...had.filter((one) => one !== target), target].slice(-REMEMBERED);
  });
  page.addEventListener('focusout', ({ target, relatedTarget }) => {
    if (relatedTarget !== null) return;
    // Some browsers fire this for a removed or disabled element, too, which did not give the focus away.
    queueMicrotask(() => {
      if (holder !== target || holder === null || !canHold(holder) || page.activeElement === holder) return;
      // The user left it on purpose, so nothing removed later returns the focus.
      holder = null;
      had = [];
    });
  });
  const watch = new MutationObserver((changes) => {
    if (had.every(isThere)) return;
    had = had.flatMap((one) => (isThere(one) ? [one] : (neighbourOf(one, changes) ?? [])));
    if (holder === null || isThere(holder)) return;
    holder = null;
    // Code that moves the focus on purpose does so first.
    after(0, () => {
      if (page.activeElement === page.body) had.findLast(mayTake)?.focus({ preventScroll: true });
    });
  });
  watch.observe(page.body, { childList: true, subtree: true });
}

function isThere({ isConnected }: HTMLElement): boolean {
  return isConnected;
}

function neighbourOf(gone: HTMLElement, changes: readonly MutationRecord[]): HTMLElement | null {
  const change = changes.findLast(
    ({ target, removedNodes }) => target.isConnected && [...removedNodes].some((node) => node.contains(gone)),
  );
  if (change === undefined || !(change.target instanceof HTMLElement)) return null;
  // A dialog covers the page: its opener is next, not its neighbour in the document.
  if (gone.closest(DIALOG) !== null) return null;
  const { target, nextSibling, previousSibling } = change;
  return beside(target, { next: nextSibling, previous: previousSibling });
}

interface Sides {
  next: Node | null;
  previous: Node | null;
}

/**
 * In a conversation, which scrolls rows away: the same message, else the conversation. Elsewhere the next element, the
 * previous, those further out, the page.
 */
function beside(place: HTMLElement, { next, previous }: Sides): HTMLElement | null {
  const log = place.closest<HTMLElement>('[role="log"]');
  if (log !== null) return firstStop(place.closest('[data-message]')) ?? log;
  for (let node = next; node !== null; node = node.nextSibling) {
    const stop = firstStop(node);
    if (stop !== null) return stop;
  }
  for (let node = previous; node !== null; node = node.previousSibling) {
    const stop = firstStop(node);
    if (stop !== null) return stop;
  }
  const { parentElement } = place;
  if (parentElement === null || place.closest('body') === place) return null;
  if (place.closest(`main, ${DIALOG}`) === place) return place;
  return beside(parentElement, { next: place.nextSibling, previous: place.previousSibling });
}

function firstStop(node: Node | null): HTMLElement | null {
  if (!(node instanceof HTMLElement)) return null;
  const stops = [node, ...node.querySelectorAll<HTMLElement>(STOPS)];
  return stops.find((one) => one.matches(STOPS) && mayTake(one)) ?? null;
}

function mayTake(one: HTMLElement): boolean {
  // Focusing a field would open a phone's keyboard.
  const isWanted = matchMedia('(pointer: fine)').matches || !one.matches('input, textarea');
  return isWanted && canHold(one);
}

function canHold(one: HTMLElement): boolean {
  return isThere(one) && one.checkVisibility() && !one.matches(':disabled, [inert], [inert] *');
}
