import { cookieNameAt, SIGNED_IN_COOKIE } from '@yonder/contract';
import { keepItem, keptItem } from './kept-item.ts';

/** Whether this browser seems to hold a session; no proof. */
export function isSignedIn(): boolean {
  return sessionMark() !== '';
}

/** Distinguishes sessions; empty without one. */
export function sessionMark(): string {
  const prefix = `${cookieName()}=`;
  const cookie = document.cookie.split('; ').find((one) => one.startsWith(prefix));
  return cookie?.slice(prefix.length) ?? '';
}

/** Clears the mark of a session that ended elsewhere: on another device, or by its age. */
export function forgetSession(): void {
  document.cookie = `${cookieName()}=; Path=/; Max-Age=0`;
}

function cookieName(): string {
  return cookieNameAt(SIGNED_IN_COOKIE, document.location.port);
}

const KEPT = 'kept-session';

export interface KeptSession {
  userId: string;
  mark: string;
}

/** The user that this device stores data of, and the mark of their session; null: none. */
export function keptSession(): KeptSession | null {
  const [mark, userId] = keptItem(KEPT)?.split(' ') ?? [];
  return mark && userId ? { userId, mark } : null;
}

export function keepSession(session: KeptSession | null): void {
  keepItem(KEPT, session && `${session.mark} ${session.userId}`);
}
