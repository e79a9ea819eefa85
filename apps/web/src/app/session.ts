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

/** The one session of this page. */
export const session = createSession({
  redirectResult: async () => (comesFromSignIn() ? holder() : null),
  session: holder,
  profile: ownUser,
  copy,
  whenReached,
  updateLastActive: () => client.call('updateLastActive'),
  async endSession() {
    // Without these nothing is wiped afterwards: then the session goes on, and its person is told.
    await loadLogout().catch((cause: unknown) => {
      throw networkError(cause);
    });
    await endSession();
  },
  reset: (by) => {
    // What this device keeps may be somebody else's by now: the page that takes the place of this one finds out whose.
    if (isSucceeded()) window.location.reload();
    else if (by === 'hand') clear(knownUser());
    else {
      followEnd();
      clear(null);
    }
  },
  after,
});

/** What the sign-in then says of it. */
function followEnd(): void {
  const userId = knownUser();
  if (userId === null) return;
  endedStore.setState({ hasUnsent: false });
  // Logged out by hand in another tab, which may wipe after this one.
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === personalName(userId) + ENDED && newValue === null) endedStore.setState({ hasUnsent: false });
  });
}

/** Whose session the browser holds. Of whoever was in before them and has not signed out, nothing stays on the device. */
async function holder(): Promise<string | null> {
  const before = keptSession();
  const userId = await sessionUser();
  if (before !== null && before.userId !== userId) {
    // The page itself has held nobody yet: what it shows, and how, stays.
    const { mode3MatchesUsed, mode3CooldownUntil } = reset();
    appStore.setState({ mode3MatchesUsed, mode3CooldownUntil });
    clearDevice(userId, before.mark === LEFT ? before.userId : null);
  }
  return userId;
}

/** Nothing of anybody stays in the page; on its device at most what waits to be sent, of others than the leaver. */
function clear(leaver: string | null): void {
  const { onLine, languages } = navigator;
  appStore.setState({ ...reset(), isOnline: onLine, language: likelyLanguage(languages) }, true);
  queryClient.clear();
  clearDevice(null, leaver);
}

/* Instead of a cookie's mark, while what this device keeps is being wiped: the session ended, or its person logged out by hand. */
const OVER = 'over';
const LEFT = 'left';

/** Nothing of anybody else stays on this device; null: nothing of anybody. What fails is done by the next page. */
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
    // A copy that could not be written is missed only by who comes back without a network.
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

// A visitor needs neither.
const loadLeave = () => import('../features/device/leave.ts');
const loadWipe = () => import('../lib/wipe-personal-storage.ts');

/** What a logout needs. It is asked for with the page that has the button: a logout goes out at once. */
export async function loadLogout(): Promise<void> {
  await Promise.all([loadLeave(), loadWipe()]);
}

/** A refusal is an answer; only where none came does the copy speak. */
async function copy(failure: unknown): Promise<User | null> {
  if (!isPassing(failure)) return null;
  const userId = knownUser();
  const own = userId === null ? null : await keptSelf(userId);
  return own === null ? null : userOf(own);
}

const ASK_AGAIN_MS = 30_000;

/** Not everybody has a live connection who has a copy. */
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

/** Starts the sign-in, shows its outcome in the app state, and keeps the live socket up while somebody is in. */
export function startSession(): void {
  let stopLive: Stop | null = null;
  session.store.subscribe((auth, was) => {
    const before = appStore.getState().user;
    appStore.setState(authFields(auth));
    const user = auth.at === 'signed-in' && auth.user.onboarded ? auth.user : null;
    const wasCopy = was.at === 'signed-in' && was.copy === true;
    if (user !== null && (wasCopy || before?.id !== user.id)) adoptPreferences(user.preferences);
    // Whoever leaves is told nothing any more.
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
  // Whether anybody is in still tells the next bearer: whoever signs in again in another tab ends the session before.
  // The live socket asks for it, and goes off by itself for nothing else.
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

/** Whoever goes back after signing out must not see what they left: the page comes as it was, without asking the server. */
function reloadIfOutdated(): void {
  onPageCache({
    show() {
      if (isOutdated()) window.location.reload();
    },
  });
}

/** Being online follows the browser. */
export function followOnline(): void {
  const follow = (): void => {
    appStore.setState((state) => changeOnline(state, navigator.onLine));
  };
  window.addEventListener('online', follow);
  window.addEventListener('offline', follow);
  follow();
}
