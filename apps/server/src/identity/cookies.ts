import { createHash } from 'node:crypto';
import { cookieNameAt, SIGNED_IN_COOKIE } from '@yonder/contract';

/** A cookie to set; `lifetimeSeconds` 0 deletes it. */
interface CookieDraft {
  kind: CookieKind;
  value: string;
  lifetimeSeconds: number;
}

/** session: the signed-in user. sign-in: the browser that began a sign-in. */
export type CookieKind = 'session' | 'sign-in';

/** On https the prefix binds a cookie to this host: no sibling host can plant one. */
export function cookieName(kind: CookieKind, origin: string): string {
  return at(origin, isSecure(origin) ? `__Host-${kind}` : kind);
}

function at(origin: string, name: string): string {
  return cookieNameAt(name, new URL(origin).port);
}

/** Returns a Set-Cookie header. Values are base64url, so nothing needs escaping. */
export function setCookie(origin: string, { kind, value, lifetimeSeconds }: CookieDraft): string {
  return [
    `${cookieName(kind, origin)}=${value}`,
    'Path=/',
    `Max-Age=${lifetimeSeconds}`,
    'HttpOnly',
    'SameSite=Lax',
    ...(isSecure(origin) ? ['Secure'] : []),
  ].join('; ');
}

/**
 * Returns the headers of the session cookie and of the one that scripts read. Its mark keeps a page from deleting a
 * newer session's.
 */
export function sessionCookies(origin: string, draft: Omit<CookieDraft, 'kind'>): string[] {
  const told = [
    `${at(origin, SIGNED_IN_COOKIE)}=${markOf(draft.value)}`,
    'Path=/',
    `Max-Age=${draft.lifetimeSeconds}`,
    'SameSite=Lax',
    ...(isSecure(origin) ? ['Secure'] : []),
  ].join('; ');
  return [setCookie(origin, { kind: 'session', ...draft }), told];
}

/** Returns a mark that tells sessions apart and reveals nothing about them. */
function markOf(value: string): string {
  return value === '' ? '' : createHash('sha256').update(`mark of ${value}`).digest('base64url').slice(0, 8);
}

/** Returns the cookie's value. The first one that has a value counts, as browsers send the most specific cookie first. */
export function readCookie(header: string | undefined, { kind, origin }: { kind: CookieKind; origin: string }) {
  const prefix = `${cookieName(kind, origin)}=`;
  return header
    ?.split(';')
    .map((pair) => pair.trim())
    .find((pair) => pair.startsWith(prefix) && pair.length > prefix.length)
    ?.slice(prefix.length);
}

function isSecure(origin: string): boolean {
  return origin.startsWith('https://');
}
