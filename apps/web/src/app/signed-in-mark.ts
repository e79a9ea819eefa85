/** The login page asks to come back with this mark; it tells a page load that follows a sign-in from any other. */
const SIGNED_IN_MARK = 'signed-in';

let wasMarked = false;

/** Takes the mark out of the address: before the router reads it. */
export function takeSignedInMark(): void {
  const url = new URL(window.location.href);
  wasMarked = url.searchParams.has(SIGNED_IN_MARK);
  if (wasMarked) window.history.replaceState(window.history.state, '', withoutMark(url));
}

/** Whether this page load came back from a sign-in. */
export function comesFromSignIn(): boolean {
  return wasMarked;
}

/** The path of an address, without the mark. */
export function withoutMark(url: URL): string {
  const search = new URLSearchParams(url.search);
  search.delete(SIGNED_IN_MARK);
  return url.pathname + (search.size === 0 ? '' : `?${search}`) + url.hash;
}

/** A path of this app with the mark, to come back to. */
export function withMark(path: string): string {
  const url = new URL(path, 'https://here.invalid');
  url.searchParams.set(SIGNED_IN_MARK, '1');
  return url.pathname + url.search + url.hash;
}
