/** Where a sign-in leads when nothing better is known (specification, section 2). */
export const DEFAULT_RETURN = '/chats';

const MAX_LENGTH = 500;
const anywhere = 'http://origin.invalid';

/**
 * A path of this very origin, or the default. Browsers read `//host`, `/\host` and paths with tabs or dots in them as
 * other hosts, so the path is judged after it was resolved as a browser would.
 */
export function safeReturnPath(value: unknown): string {
  if (typeof value !== 'string' || value.length > MAX_LENGTH || !/^\/[^\\\p{Cc}]*$/u.test(value)) return DEFAULT_RETURN;
  const url = URL.parse(value, anywhere);
  if (url === null || url.origin !== anywhere) return DEFAULT_RETURN;
  const path = `${url.pathname}${url.search}${url.hash}`;
  // Nor to an interface of the server: /api/… could begin another sign-in, and shows nothing to a person.
  return path.startsWith('//') || isInterface(url.pathname) ? DEFAULT_RETURN : path;
}

/** As the router reads it, which decodes a path once. What cannot be decoded leads nowhere. */
function isInterface(path: string): boolean {
  try {
    return /^\/api(?:\/|$)/i.test(decodeURIComponent(path));
  } catch {
    return true;
  }
}
