import { isSignedIn, keptSession } from '../lib/session-mark.ts';

const LANDING: ReadonlySet<string> = new Set(['/', '/welcome']);

export function isLanding(pathname: string): boolean {
  return LANDING.has(pathname);
}

/** Where one signs in; who is in already is led on from there. */
export function isEntrance(pathname: string): boolean {
  return pathname === '/login';
}

/** Whether a page load needs more than the front pages, be it to take away what a session has left that has ended unseen. */
export function needsInside(pathname: string): boolean {
  return isSignedIn() || keptSession() !== null || !(isLanding(pathname) || isEntrance(pathname));
}
