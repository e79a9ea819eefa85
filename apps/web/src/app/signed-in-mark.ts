/** The login page adds this mark to the return address; it tells a page load after a sign-in from any other. */
const SIGNED_IN_MARK = 'signed-in';

let wasMarked = false;

/** Removes the mark from the address before the router reads it. */
export function takeSignedInMark(): void {
  const url = new URL(window.location.href);
  wasMarked = url.searchParams.has(SIGNED_IN_MARK);
  if (wasMarked) window.history.replaceState(window.history.state, '', withoutMark(url));
}

/** Whether this page load returned from a sign-in. */
export function comesFromSignIn(): boolean {
  return wasMarked;
}

/** The path of an address without the mark. */
export function withoutMark(url: URL): string {
  const search = new URLSearchParams(url.search);
  search.delete(SIGNED_IN_MARK);
  return url.pathname + (search.size === 0 ? '' : `?${search}`) + url.hash;
}

/** A path of this app with the mark, to return to. */
export function withMark(path: string): string {
  const url = new URL(path, 'https://here.invalid');
  url.searchParams.set(SIGNED_IN_MARK, '1');
  return url.pathname + url.search + url.hash;
}
