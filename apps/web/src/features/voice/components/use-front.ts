import { useEffect, type RefObject } from 'react';

/** Makes the pages behind unreachable while it is shown; afterwards the focus returns to where it was. */
export function useFront(front: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = front.current;
    if (element === null) return undefined;
    const before = document.activeElement;
    const behind = previousSiblings(element).filter((one) => !one.inert);
    for (const one of behind) one.inert = true;
    const keep = (event: KeyboardEvent) => keepInside(element, event);
    element.addEventListener('keydown', keep);
    return () => {
      element.removeEventListener('keydown', keep);
      for (const one of behind) one.inert = false;
      if (before instanceof HTMLElement && before.isConnected) takeFocus(before);
    };
  }, [front]);
}

/** Leaves the focus in an open dialog, as of a report: the user goes on writing there. */
export function takeFocus(element: HTMLElement): void {
  if (!document.activeElement?.closest('[data-dialog]')) element.focus({ preventScroll: true });
}

/** Elements before it in the page are behind it on the screen; the toasts come after it and stay in reach. */
function previousSiblings(element: HTMLElement): HTMLElement[] {
  const siblings = [...(element.parentElement?.children ?? [])];
  return siblings.slice(0, siblings.indexOf(element)).filter((one) => one instanceof HTMLElement);
}

/** Keeps Tab inside. */
function keepInside(front: HTMLElement, event: KeyboardEvent): void {
  if (event.key !== 'Tab') return;
  const stops = [...front.querySelectorAll<HTMLElement>('a[href], button:not(:disabled), input, select, textarea')];
  const [first, last] = [stops.at(0), stops.at(-1)];
  const next = event.shiftKey ? last : first;
  const atEnd = event.shiftKey ? document.activeElement === first || !isStop(stops) : document.activeElement === last;
  if (!atEnd || next === undefined) return;
  event.preventDefault();
  next.focus();
}

/** The heading holds the focus at first, but is not in the tab order. */
function isStop(stops: readonly Element[]): boolean {
  return document.activeElement !== null && stops.includes(document.activeElement);
}
