let first = true;

/** The first page of a visit leaves the focus at the top, where the browser put it; every later one begins at its heading. */
export function takeFocusAfterNavigation(heading: HTMLElement): void {
  if (first) first = false;
  else heading.focus({ preventScroll: true });
}
