/* A call or a dialog in front of the page makes what is behind it unreachable. */

const BEHIND = '[inert], [aria-hidden="true"]';

export function isPageCovered(): boolean {
  return document.getElementById('content')?.closest(BEHIND) != null;
}

export function isReachable(element: HTMLElement): boolean {
  return element.closest(BEHIND) === null && element.checkVisibility();
}
