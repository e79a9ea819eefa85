import { fallbackUser, type User } from '../../state/user.ts';

/*
 * Who is signed in, as a pure function. The adapter beside it runs the effects and feeds their outcome back.
 *
 *                     ┌── redirect result ──► loading profile ──┐
 *   start ► redirect ─┤                            ▲            ├──► signed in ──► signed out
 *                     └── none or failed ──► session ┘ └────────┘        ▲
 *                                               └── absent, failed ──► signed out
 *
 * Where nobody can be asked, the copy on this device signs in, until somebody can.
 *
 * After 10 s without an answer `loading` becomes false; a late answer still counts.
 */

export type Barrier = 'suspended' | 'under-age';

export type AuthState =
  | { at: 'redirect'; loading: boolean }
  | { at: 'session'; loading: boolean }
  | { at: 'profile'; loading: boolean; uid: string; from: 'redirect' | 'session' }
  /** copy: as this device has kept them; nobody could be asked yet. */
  | { at: 'signed-in'; user: User; copy?: true }
  /** Signed in, but nothing is open to them. */
  | { at: 'barred'; uid: string; barrier: Barrier }
  /** left: of their own will. */
  | { at: 'signed-out'; error: string | null; left?: true };

export type AuthEvent =
  | { type: 'time limit reached' }
  | { type: 'redirect result found'; uid: string }
  | { type: 'no redirect result' }
  | { type: 'redirect result failed'; error: string }
  | { type: 'session found'; uid: string }
  | { type: 'session absent' }
  | { type: 'session failed'; error: string }
  /** Nobody could be asked, and this device still has their copy. */
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
  /** As soon as the server can be asked again. */
  | { do: 'ask again'; uid: string }
  /** Its failure changes nothing. */
  | { do: 'update last active' }
  | { do: 'log'; text: string }
  /** by: hand, on this device; end: the session ended by itself, or from elsewhere. */
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

/** An event that does not apply answers the same state object and no effects. */
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
      // After a redirect the session check looks again; only what follows the auth state may decide on the fallback.
      return state.from === 'redirect' ? checkSession(state) : signedIn(fallbackUser(event.uid));
    case 'profile failed':
      return state.from === 'redirect' ? checkSession(state, event.error) : stay(signedOut(event.error));
    default:
      return event satisfies never;
  }
}

/** Somebody whose session could be told is shown no other one's copy. */
function copyFound(state: AuthState, user: User): AuthStep {
  const isTheirs = state.at === 'session' || (state.at === 'profile' && state.uid === user.id);
  if (!isTheirs) return stay(state);
  return askAgain({ at: 'signed-in', user, copy: true }, user.id);
}

function askAgain(state: AuthState, uid: string): AuthStep {
  return { state, effects: [{ do: 'ask again', uid }] };
}

/** Learnt from a refused call, from onboarding or from the session's end; the session itself may go on, to read why. */
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

/** What the auth state means for the app state. */
export function authFields(state: AuthState): { user: User | null; isAuthenticated: boolean; isLoading: boolean } {
  const user = state.at === 'signed-in' ? state.user : null;
  return {
    user,
    isAuthenticated: user !== null || state.at === 'barred',
    isLoading: 'loading' in state && state.loading,
  };
}
