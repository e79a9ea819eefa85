import { FIXED } from '@yonder/contract';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Stop } from '../../lib/clock.ts';
import type { User } from '../../state/user.ts';
import { start, step, type AuthEffect, type AuthEvent, type AuthState, type Barrier } from './auth-machine.ts';

/** What the auth machine needs from outside. */
export interface SessionPorts {
  /** The user id with which this page load returns from a sign-in; null when it does not. */
  redirectResult: () => Promise<string | null>;
  /** The user id of the browser's session. */
  session: () => Promise<string | null>;
  /** Null: none is stored. */
  profile: () => Promise<User | null>;
  /** The stored profile of the last user, if `failure` means that the server was not reached. Null: none. */
  copy: (failure: unknown) => Promise<User | null>;
  /** Runs once the server may be reachable again. */
  whenReached: (run: () => void) => void;
  updateLastActive: () => Promise<unknown>;
  /** Ends the session on the server. */
  endSession: () => Promise<unknown>;
  /** Resets every field and forgets the user's data; by hand, unsent messages, too. */
  reset: (by: 'hand' | 'end') => void;
  after: (ms: number, run: () => void) => Stop;
}

export interface Session {
  readonly store: Pick<StoreApi<AuthState>, 'getState' | 'subscribe' | 'getInitialState'>;
  start: () => void;
  userChanged: (user: User) => void;
  barred: (barrier: Barrier) => void;
  /** The server ended the session: logged out elsewhere, or expired. */
  revoked: () => void;
  /** By hand on this device. endOthers: where it ends all other sessions as well, and this one with them. */
  logOut: (endOthers?: () => Promise<unknown>) => Promise<void>;
}

/** Runs the auth machine: performs its effects and feeds their outcomes back. */
export function createSession(ports: SessionPorts): Session {
  const begun = start();
  const store = createStore<AuthState>(() => begun.state);

  const tell = (event: AuthEvent): void => {
    const { state, effects } = step(store.getState(), event);
    store.setState(state, true);
    for (const effect of effects) run(effect);
  };
  const run = (effect: AuthEffect): void => perform({ effect, ports, tell });
  let isLeaving = false;
  const signedOut = (): void => tell(isLeaving ? { type: 'signed out', left: true } : { type: 'signed out' });

  return {
    store,
    start: () => begun.effects.forEach(run),
    userChanged: (user) => tell({ type: 'user changed', user }),
    barred: (barrier) => tell({ type: 'barred', barrier }),
    revoked: signedOut,
    async logOut(endOthers = async () => {}) {
      // The live socket may report the end before the answer arrives.
      isLeaving = true;
      try {
        await endOthers();
        await ports.endSession();
      } finally {
        isLeaving = false;
      }
      tell({ type: 'signed out', left: true });
    },
  };
}

interface Performance {
  effect: AuthEffect;
  ports: SessionPorts;
  /** Takes the outcome whenever it arrives. */
  tell: (event: AuthEvent) => void;
}

function perform({ effect, ports, tell }: Performance): void {
  switch (effect.do) {
    case 'start time limit':
      ports.after(FIXED.authCheckMs, () => tell({ type: 'time limit reached' }));
      return;
    case 'check redirect result':
      ports.redirectResult().then(
        (uid) => tell(uid === null ? { type: 'no redirect result' } : { type: 'redirect result found', uid }),
        (error: unknown) => tell({ type: 'redirect result failed', error: textOf(error) }),
      );
      return;
    case 'check session':
      ports.session().then(
        (uid) => tell(uid === null ? { type: 'session absent' } : { type: 'session found', uid }),
        (error: unknown) =>
          fallBack(error, { ports, tell, otherwise: { type: 'session failed', error: textOf(error) } }),
      );
      return;
    case 'load profile':
      loadProfile(effect.uid, { ports, tell });
      return;
    case 'ask again':
      ports.whenReached(() => askAgain(effect.uid, { ports, tell }));
      return;
    case 'update last active':
      ports.updateLastActive().catch(() => {});
      return;
    case 'log':
      console.warn('The sign-in result could not be used:', effect.text);
      return;
    case 'reset app state':
      ports.reset(effect.by);
      return;
    default:
      effect satisfies never;
  }
}

function loadProfile(uid: string, { ports, tell }: Omit<Performance, 'effect'>): void {
  ports.profile().then(
    (user) => tell(user === null ? { type: 'profile missing', uid } : { type: 'profile found', uid, user }),
    (error: unknown) =>
      fallBack(error, { ports, tell, otherwise: { type: 'profile failed', uid, error: textOf(error) } }),
  );
}

type Fallback = Omit<Performance, 'effect'> & { otherwise: AuthEvent };

function fallBack(failure: unknown, { ports, tell, otherwise }: Fallback): void {
  ports.copy(failure).then(
    // The session's user may be known; another user's copy is not shown.
    (user) => tell(user === null || !isOf(user, otherwise) ? otherwise : { type: 'copy found', user }),
    () => tell(otherwise),
  );
}

function isOf(user: User, failure: AuthEvent): boolean {
  return failure.type !== 'profile failed' || failure.uid === user.id;
}

/** Replaces the copy by the server's answer. */
function askAgain(uid: string, { ports, tell }: Omit<Performance, 'effect'>): void {
  const refresh = async (): Promise<void> => {
    const found = await ports.session();
    if (found !== uid) return tell({ type: 'signed out' });
    const user = await ports.profile();
    if (user !== null) tell({ type: 'user changed', user });
  };
  refresh().catch(() => tell({ type: 'asked in vain', uid }));
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
