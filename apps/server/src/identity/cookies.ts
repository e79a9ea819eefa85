import { createHash } from 'node:crypto';
import { cookieNameAt, SIGNED_IN_COOKIE } from '@yonder/contract';

/** A cookie of ours; `lifetimeSeconds` 0 takes it back. */
interface CookieDraft {
  kind: CookieKind;
  value: string;
  lifetimeSeconds: number;
}

/** session: who is signed in. sign-in: which browser began a sign-in. */
export type CookieKind = 'session' | 'sign-in';

/** On https the prefix binds a cookie to this very host: no sibling host can plant one. */
export function cookieName(kind: CookieKind, origin: string): string {
  return at(origin, isSecure(origin) ? `__Host-${kind}` : kind);
}

function at(origin: string, name: string): string {
  return cookieNameAt(name, new URL(origin).port);
}

/** A Set-Cookie header. Values are base64url, so nothing needs escaping. */
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

/** The session's cookie, and the one that tells scripts of it: which one, so that nobody takes back another than they asked about. */
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

/** Tells one session from another and nothing about either. */
function markOf(value: string): string {
  return value === '' ? '' : createHash('sha256').update(`mark of ${value}`).digest('base64url').slice(0, 8);
}

/** The cookie's value out of a Cookie header; the first that has one counts, as browsers send the most specific one first. */
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
