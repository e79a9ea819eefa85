/** The login page asks to come back with this mark; it tells a page load that follows a sign-in from any other. */
const SIGNED_IN_MARK = 'signed-in';

/** Whether this page load comes back from a sign-in. The mark is taken out of the address. */
export function takeSignedInMark(): boolean {
  const url = new URL(window.location.href);
  if (!url.searchParams.has(SIGNED_IN_MARK)) return false;
  window.history.replaceState(window.history.state, '', withoutMark(url));
  return true;
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
