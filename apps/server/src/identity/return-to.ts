/** Where a sign-in leads by default (specification, section 2). */
export const DEFAULT_RETURN = '/chats';

const MAX_LENGTH = 500;
const anywhere = 'http://origin.invalid';

/**
 * Returns a path of this very origin, or the default. Browsers read `//host`, `/\host` and paths with tabs or dots as
 * other hosts, so the path is checked after resolving it as a browser would.
 */
export function safeReturnPath(value: unknown): string {
  if (typeof value !== 'string' || value.length > MAX_LENGTH || !/^\/[^\\\p{Cc}]*$/u.test(value)) return DEFAULT_RETURN;
  const url = URL.parse(value, anywhere);
  if (url === null || url.origin !== anywhere) return DEFAULT_RETURN;
  const path = `${url.pathname}${url.search}${url.hash}`;
  // API paths are rejected: they show no page, and could begin another sign-in.
  return path.startsWith('//') || isInterface(url.pathname) ? DEFAULT_RETURN : path;
}

/** Whether the router takes a path for the API. It decodes a path once; a path that cannot be decoded is none of ours. */
function isInterface(path: string): boolean {
  try {
    return /^\/api(?:\/|$)/i.test(decodeURIComponent(path));
  } catch {
    return true;
  }
}
