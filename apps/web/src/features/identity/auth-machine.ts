import { fallbackUser, type User } from '../../state/user.ts';

/*
 * The signed-in user, as a pure function. The adapter in session.ts runs the effects and feeds their outcomes back.
 *
 *                     ┌── redirect result ──► loading profile ──┐
 *   start ► redirect ─┤                            ▲            ├──► signed in ──► signed out
 *                     └── none or failed ──► session ┘ └────────┘        ▲
 *                                               └── absent, failed ──► signed out
 *
 * While the server cannot be reached, the profile stored on this device signs the user in.
 *
 * After 10 s without an answer `loading` becomes false; a late answer still counts.
 */

export type Barrier = 'suspended' | 'under-age';

export type AuthState =
  | { at: 'redirect'; loading: boolean }
  | { at: 'session'; loading: boolean }
  | { at: 'profile'; loading: boolean; uid: string; from: 'redirect' | 'session' }
  /** copy: the profile comes from this device, because the server could not be reached. */
  | { at: 'signed-in'; user: User; copy?: true }
  /** Signed in, but not admitted. */
  | { at: 'barred'; uid: string; barrier: Barrier }
  /** left: the user logged out by hand. */
  | { at: 'signed-out'; error: string | null; left?: true };

export type AuthEvent =
  | { type: 'time limit reached' }
  | { type: 'redirect result found'; uid: string }
  | { type: 'no redirect result' }
  | { type: 'redirect result failed'; error: string }
  | { type: 'session found'; uid: string }
  | { type: 'session absent' }
  | { type: 'session failed'; error: string }
  /** The server could not be reached, but this device has a copy of the profile. */
  | { type: 'copy found'; user: User }
  | { type: 'asked in vain'; uid: string }
  | { type: 'profile found'; uid: string; user: User }
  | { type: 'profile missing'; uid: string }
  | { type: 'profile failed'; uid: string; error: string }
  | { type: 'user changed'; user: User }
  | { type: 'barred'; barrier: Barrier }
  | { type: 'signed out'; left?: true };

export type AuthEffect =
  | { do: 'start time limit' }
  | { do: 'check redirect result' }
  | { do: 'check session' }
  | { do: 'load profile'; uid: string }
  /** Asks again as soon as the server can be reached. */
  | { do: 'ask again'; uid: string }
  /** A failure is ignored. */
  | { do: 'update last active' }
  | { do: 'log'; text: string }
  /** by: hand, a logout on this device; end, the session expired or was ended elsewhere. */
  | { do: 'reset app state'; by: 'hand' | 'end' };

export interface AuthStep {
  state: AuthState;
  effects: readonly AuthEffect[];
}

export function start(): AuthStep {
  return {
    state: { at: 'redirect', loading: true },
    effects: [{ do: 'start time limit' }, { do: 'check redirect result' }],
  };
}

/** Returns the same state object and no effects for an event that does not apply. */
export function step(state: AuthState, event: AuthEvent): AuthStep {
  switch (event.type) {
    case 'time limit reached':
      return 'loading' in state && state.loading ? stay({ ...state, loading: false }) : stay(state);
    case 'redirect result found':
      return state.at === 'redirect' ? loadProfile({ state, uid: event.uid, from: 'redirect' }) : stay(state);
    case 'no redirect result':
      return state.at === 'redirect' ? checkSession(state) : stay(state);
    case 'redirect result failed':
      return state.at === 'redirect' ? checkSession(state, event.error) : stay(state);
    case 'session found':
      return state.at === 'session' ? loadProfile({ state, uid: event.uid, from: 'session' }) : stay(state);
    case 'session absent':
      return state.at === 'session' ? stay(signedOut(null)) : stay(state);
    case 'session failed':
      return state.at === 'session' ? stay(signedOut(event.error)) : stay(state);
    case 'copy found':
      return copyFound(state, event.user);
    case 'asked in vain':
      return state.at === 'signed-in' && state.copy ? askAgain(state, event.uid) : stay(state);
    case 'profile found':
    case 'profile missing':
    case 'profile failed':
      return state.at === 'profile' && state.uid === event.uid ? profileAnswered(state, event) : stay(state);
    case 'user changed':
      return state.at === 'signed-in' && state.user.id === event.user.id
        ? stay({ at: 'signed-in', user: event.user })
        : stay(state);
    case 'barred':
      return barred(state, event.barrier);
    case 'signed out':
      if (state.at === 'signed-out') return stay(state);
      return {
        state: { ...signedOut(null), ...(event.left && { left: true }) },
        effects: [{ do: 'reset app state', by: event.left ? 'hand' : 'end' }],
      };
    default:
      return event satisfies never;
  }
}

type ProfileAnswer = Extract<AuthEvent, { type: `profile ${string}` }>;

function profileAnswered(state: Extract<AuthState, { at: 'profile' }>, event: ProfileAnswer): AuthStep {
  switch (event.type) {
    case 'profile found':
      return signedIn(event.user);
    case 'profile missing':
      // The session check looks again after a redirect; only a profile missing then leads to the fallback user.
      return state.from === 'redirect' ? checkSession(state) : signedIn(fallbackUser(event.uid));
    case 'profile failed':
      return state.from === 'redirect' ? checkSession(state, event.error) : stay(signedOut(event.error));
    default:
      return event satisfies never;
  }
}

/** Once the session's user is known, another user's copy is ignored. */
function copyFound(state: AuthState, user: User): AuthStep {
  const isTheirs = state.at === 'session' || (state.at === 'profile' && state.uid === user.id);
  if (!isTheirs) return stay(state);
  return askAgain({ at: 'signed-in', user, copy: true }, user.id);
}

function askAgain(state: AuthState, uid: string): AuthStep {
  return { state, effects: [{ do: 'ask again', uid }] };
}

/** Caused by a refused call, onboarding or the session's end. The session may go on, to let the user read why. */
function barred(state: AuthState, barrier: Barrier): AuthStep {
  if (state.at === 'signed-in') return stay({ at: 'barred', uid: state.user.id, barrier });
  return state.at === 'profile' ? stay({ at: 'barred', uid: state.uid, barrier }) : stay(state);
}

function loadProfile({
  state,
  uid,
  from,
}: {
  state: Extract<AuthState, { loading: boolean }>;
  uid: string;
  from: 'redirect' | 'session';
}): AuthStep {
  return { state: { at: 'profile', loading: state.loading, uid, from }, effects: [{ do: 'load profile', uid }] };
}

function checkSession(state: Extract<AuthState, { loading: boolean }>, error?: string): AuthStep {
  const log: AuthEffect[] = error === undefined ? [] : [{ do: 'log', text: error }];
  return { state: { at: 'session', loading: state.loading }, effects: [...log, { do: 'check session' }] };
}

function signedIn(user: User): AuthStep {
  return { state: { at: 'signed-in', user }, effects: [{ do: 'update last active' }] };
}

function signedOut(error: string | null): AuthState {
  return { at: 'signed-out', error };
}

function stay(state: AuthState): AuthStep {
  return { state, effects: [] };
}

/** Derives the app state's fields from the auth state. */
export function authFields(state: AuthState): { user: User | null; isAuthenticated: boolean; isLoading: boolean } {
  const user = state.at === 'signed-in' ? state.user : null;
  return {
    user,
    isAuthenticated: user !== null || state.at === 'barred',
    isLoading: 'loading' in state && state.loading,
  };
}
