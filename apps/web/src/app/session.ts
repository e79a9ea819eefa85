import { CallError, networkError } from '@yonder/client';
import { likelyLanguage } from '@yonder/contract';
import { authFields } from '../features/identity/auth-machine.ts';
import { createSession } from '../features/identity/session.ts';
import { after, type Stop } from '../lib/clock.ts';
import { client, onRefusal } from '../lib/client.ts';
import { endedStore } from '../lib/ended-session.ts';
import { onPageCache } from '../lib/page-cache.ts';
import { ENDED, personalName } from '../lib/personal-storage.ts';
import { isPassing, queryClient } from '../lib/query-client.ts';
import { keepSession, keptSession } from '../lib/session-mark.ts';
import { endSession, isOutdated, isSucceeded, knownUser, sessionUser } from '../lib/session-token.ts';
import { appStore } from '../state/store.ts';
import { changeOnline, reset } from '../state/transitions.ts';
import { userOf, type User } from '../state/user.ts';
import { adoptPreferences, guardLook } from './preferences.ts';
import { keepChanged, keepSelf, keptSelf } from './kept-self.ts';
import { comesFromSignIn } from './signed-in-mark.ts';

/** The page's only session. */
export const session = createSession({
  redirectResult: async () => (comesFromSignIn() ? holder() : null),
  session: holder,
  profile: ownUser,
  copy,
  whenReached,
  updateLastActive: () => client.call('updateLastActive'),
  async endSession() {
    // Without these scripts nothing could be wiped afterwards, so the session goes on and the user is told.
    await loadLogout().catch((cause: unknown) => {
      throw networkError(cause);
    });
    await endSession();
  },
  reset: (by) => {
    // This device's data may belong to another user by now; the reloaded page finds out.
    if (isSucceeded()) window.location.reload();
    else if (by === 'hand') clear(knownUser());
    else {
      followEnd();
      clear(null);
    }
  },
  after,
});

/** Notes for the sign-in page that the session has ended. */
function followEnd(): void {
  const userId = knownUser();
  if (userId === null) return;
  endedStore.setState({ hasUnsent: false });
  // Another tab that logs out by hand may wipe after this one.
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === personalName(userId) + ENDED && newValue === null) endedStore.setState({ hasUnsent: false });
  });
}

/** The user id of the browser's session. Wipes what an earlier user has left on this device. */
async function holder(): Promise<string | null> {
  const before = keptSession();
  const userId = await sessionUser();
  if (before !== null && before.userId !== userId) {
    // This page has shown no user yet: its theme and language stay.
    const { mode3MatchesUsed, mode3CooldownUntil } = reset();
    appStore.setState({ mode3MatchesUsed, mode3CooldownUntil });
    clearDevice(userId, before.mark === LEFT ? before.userId : null);
  }
  return userId;
}

/** Clears the page's state, and the device's data except unsent data of users other than `leaver`. */
function clear(leaver: string | null): void {
  const { onLine, languages } = navigator;
  appStore.setState({ ...reset(), isOnline: onLine, language: likelyLanguage(languages) }, true);
  queryClient.clear();
  clearDevice(null, leaver);
}

/* Replace the cookie's mark while this device is being wiped: the session ended, or the user logged out by hand. */
const OVER = 'over';
const LEFT = 'left';

/** Wipes all data on this device except that of `stays`; null: all of it. The next page retries what fails. */
function clearDevice(stays: string | null, leaver: string | null): void {
  const kept = stays === null ? keptSession() : null;
  if (kept !== null) keepSession({ ...kept, mark: leaver === null ? OVER : LEFT });
  leaveDevice(stays).catch((error: unknown) => console.warn('This device may still be told something', error));
  wipe(stays, leaver).catch((error: unknown) => console.warn('What this device has kept was not wiped', error));
}

async function ownUser(): Promise<User | null> {
  try {
    const own = await client.call('getProfile');
    if (own.relation !== 'self') return null;
    // Without this copy the app only fails to open offline.
    keepSelf(own).catch(() => {});
    return userOf(own);
  } catch (error) {
    if (error instanceof CallError && error.code === 'not-found') return null;
    throw error;
  }
}

async function wipe(stays: string | null, leaver: string | null): Promise<void> {
  const { wipePersonalStorage } = await loadWipe();
  const waiting = await wipePersonalStorage({ except: stays, leaver });
  const hasUnsent = waiting.has(personalName(knownUser() ?? ''));
  endedStore.setState((ended) => ended && { hasUnsent });
  if ([OVER, LEFT].includes(keptSession()?.mark ?? '')) keepSession(null);
}

async function leaveDevice(stays: string | null): Promise<void> {
  const device = await loadLeave();
  await device.leaveDevice(stays);
}

// Visitors need neither.
const loadLeave = () => import('../features/device/leave.ts');
const loadWipe = () => import('../lib/wipe-personal-storage.ts');

/** Loads what a logout needs. The page with the logout button calls it, because a logout is sent at once. */
export async function loadLogout(): Promise<void> {
  await Promise.all([loadLeave(), loadWipe()]);
}

/** The profile stored on this device, if the server could not be reached. Null: it refused, or none is stored. */
async function copy(failure: unknown): Promise<User | null> {
  if (!isPassing(failure)) return null;
  const userId = knownUser();
  const own = userId === null ? null : await keptSelf(userId);
  return own === null ? null : userOf(own);
}

const ASK_AGAIN_MS = 30_000;

/** Also asks by time and by the browser's state: a user shown from a copy may have no live connection. */
function whenReached(run: () => void): void {
  const { status } = client.live;
  const ask = (): void => {
    for (const stop of stops) stop();
    run();
  };
  const look = (): void => {
    if (status.get() === 'online') ask();
  };
  const stops = [status.subscribe(look), after(ASK_AGAIN_MS, ask), () => window.removeEventListener('online', ask)];
  window.addEventListener('online', ask);
}

/** Starts the sign-in, copies its outcome to the app state, and runs the live socket while a user is signed in. */
export function startSession(): void {
  let stopLive: Stop | null = null;
  session.store.subscribe((auth, was) => {
    const before = appStore.getState().user;
    appStore.setState(authFields(auth));
    const user = auth.at === 'signed-in' && auth.user.onboarded ? auth.user : null;
    const wasCopy = was.at === 'signed-in' && was.copy === true;
    if (user !== null && (wasCopy || before?.id !== user.id)) adoptPreferences(user.preferences);
    // An account that is being erased gets no live events.
    if (user?.erasesAt === null) {
      stopLive ??= client.live.start();
    } else {
      const stop = stopLive;
      stopLive = null;
      stop?.();
    }
  });
  appStore.subscribe(({ user }, before) => {
    if (user !== null && user !== before.user && user.id === before.user?.id) keepChanged(user).catch(() => {});
  });
  client.live.on('session.revoked', ({ reason }) => {
    if (reason === 'suspended') session.barred('suspended');
  });
  // The next access token tells whether the session still exists: a new sign-in in another tab ends the old session
  // first. The live socket asks for that token and goes off by itself for no other reason.
  const { status } = client.live;
  status.subscribe(() => {
    if (stopLive !== null && status.get() === 'off') session.revoked();
  });
  onRefusal(({ code, reason }) => {
    if (reason === 'suspended' || reason === 'under-age') session.barred(reason);
    else if (code === 'unauthenticated') session.revoked();
  });
  guardLook();
  reloadIfOutdated();
  session.start();
}

/** Reloads a page restored after a sign-out: the browser does not ask the server and shows the last user's data. */
function reloadIfOutdated(): void {
  onPageCache({
    show() {
      if (isOutdated()) window.location.reload();
    },
  });
}

/** Keeps `isOnline` in step with the browser. */
export function followOnline(): void {
  const follow = (): void => {
    appStore.setState((state) => changeOnline(state, navigator.onLine));
  };
  window.addEventListener('online', follow);
  window.addEventListener('offline', follow);
  follow();
}
