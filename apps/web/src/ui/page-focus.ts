let first = true;

/** Focuses the heading of every page but a visit's first, where the browser has placed the focus. */
export function takeFocusAfterNavigation(heading: HTMLElement): void {
  if (first) first = false;
  else heading.focus({ preventScroll: true });
}
