import { isSignedIn, keptSession } from '../lib/session-mark.ts';

const LANDING: ReadonlySet<string> = new Set(['/', '/welcome']);

export function isLanding(pathname: string): boolean {
  return LANDING.has(pathname);
}

/** The login page; signed-in users are led on from there. */
export function isEntrance(pathname: string): boolean {
  return pathname === '/login';
}

/** Whether a page load needs more than the front pages, if only to wipe what a session that ended unseen has left. */
export function needsInside(pathname: string): boolean {
  return isSignedIn() || keptSession() !== null || !(isLanding(pathname) || isEntrance(pathname));
}
