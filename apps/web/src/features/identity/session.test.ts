import { afterEach, describe, expect, test, vi } from 'vitest';
import { fallbackUser } from '../../state/user.ts';
import { createSession, type SessionPorts } from './session.ts';

const UID = '0192a0c0-0000-7000-8000-000000000001';
const user = { ...fallbackUser(UID), onboarded: true };

afterEach(() => vi.restoreAllMocks());

function world(ports: Partial<SessionPorts> = {}) {
  const timers: { ms: number; run: () => void }[] = [];
  const calls: string[] = [];
  const session = createSession({
    redirectResult: () => Promise.resolve(null),
    session: () => Promise.resolve(UID),
    profile: () => Promise.resolve(user),
    copy: () => Promise.resolve(null),
    whenReached: () => {},
    updateLastActive: () => (calls.push('last active'), Promise.resolve()),
    endSession: () => (calls.push('end session'), Promise.resolve()),
    reset: (by) => calls.push(`reset by ${by}`),
    after: (ms, run) => (timers.push({ ms, run }), () => {}),
    ...ports,
  });
  const reaches = (at: string) => vi.waitUntil(() => session.store.getState().at === at);
  return { session, timers, calls, reaches };
}

describe('starting', () => {
  test('a session signs in and touches last-active', async () => {
    const { session, calls, reaches } = world();
    session.start();
    await reaches('signed-in');
    expect(session.store.getState()).toEqual({ at: 'signed-in', user });
    expect(calls).toEqual(['last active']);
  });

  test('a redirect result is used before the session is asked', async () => {
    const asked = vi.fn(() => Promise.resolve(null));
    const { session, reaches } = world({ redirectResult: () => Promise.resolve(UID), session: asked });
    session.start();
    await reaches('signed-in');
    expect(asked).not.toHaveBeenCalled();
  });

  test('a failing redirect result is logged and the session still signs in', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const { session, reaches } = world({ redirectResult: () => Promise.reject(new Error('spoilt')) });
    session.start();
    await reaches('signed-in');
    expect(warn.mock.calls[0]).toContain('spoilt');
  });

  test('a failing last-active changes nothing', async () => {
    const { session, reaches } = world({ updateLastActive: () => Promise.reject(new Error('down')) });
    session.start();
    await reaches('signed-in');
  });

  test('a missing profile is Anonymous, not an error', async () => {
    const { session, reaches } = world({ profile: () => Promise.resolve(null) });
    session.start();
    await reaches('signed-in');
    expect(session.store.getState()).toEqual({ at: 'signed-in', user: fallbackUser(UID) });
  });

  test.each<[string, Partial<SessionPorts>]>([
    ['session check', { session: () => Promise.reject(new Error('down')) }],
    ['profile', { profile: () => Promise.reject(new Error('down')) }],
  ])('a failing %s is signed out with its error', async (_, ports) => {
    const { session, reaches } = world(ports);
    session.start();
    await reaches('signed-out');
    expect(session.store.getState()).toEqual({ at: 'signed-out', error: 'down' });
  });

  test('a suspended person is barred', async () => {
    const { session, reaches } = world();
    session.start();
    await reaches('signed-in');
    session.barred('suspended');
    expect(session.store.getState()).toEqual({ at: 'barred', uid: UID, barrier: 'suspended' });
  });

  test('without any answer the loading ends at 10,000 ms', () => {
    const { session, timers } = world({ redirectResult: () => new Promise(() => {}) });
    session.start();
    expect(timers.map(({ ms }) => ms)).toEqual([10_000]);
    timers[0]?.run();
    expect(session.store.getState()).toEqual({ at: 'redirect', loading: false });
  });
});

describe('ending', () => {
  const signedIn = async () => {
    const { session, calls, reaches } = world();
    session.start();
    await reaches('signed-in');
    calls.length = 0;
    return { session, calls };
  };

  test('logging out ends the session on the server, then resets the app', async () => {
    const { session, calls } = await signedIn();
    await session.logOut();
    expect(calls).toEqual(['end session', 'reset by hand']);
    expect(session.store.getState()).toEqual({ at: 'signed-out', error: null, left: true });
  });

  test('whoever logs out has left, also when the socket tells of it before the answer', async () => {
    const { session, reaches } = world({ endSession: async () => session.revoked() });
    session.start();
    await reaches('signed-in');
    await session.logOut();
    expect(session.store.getState()).toEqual({ at: 'signed-out', error: null, left: true });
  });

  test('logging out everywhere is one by hand, also when the socket tells of it before the answer', async () => {
    const { session, calls } = await signedIn();
    await session.logOut(async () => session.revoked());
    expect(calls).toEqual(['reset by hand', 'end session']);
    expect(session.store.getState()).toEqual({ at: 'signed-out', error: null, left: true });
  });

  test('whose session is ended after a log-out that did not work has not left', async () => {
    const { session, reaches } = world({ endSession: () => Promise.reject(new Error('down')) });
    session.start();
    await reaches('signed-in');
    await expect(session.logOut()).rejects.toThrow('down');
    session.revoked();
    expect(session.store.getState()).toEqual({ at: 'signed-out', error: null });
  });

  test('a revoked session resets without asking the server', async () => {
    const { session, calls } = await signedIn();
    session.revoked();
    session.revoked();
    expect(calls).toEqual(['reset by end']);
  });

  test('when the server cannot end it, the person stays signed in', async () => {
    const { session, reaches } = world({ endSession: () => Promise.reject(new Error('down')) });
    session.start();
    await reaches('signed-in');
    await expect(session.logOut()).rejects.toThrow('down');
    expect(session.store.getState().at).toBe('signed-in');
  });
});

describe('where nobody can be asked', () => {
  const down = () => Promise.reject(new Error('down'));

  test('the copy on this device signs in, and what the server says once it is back counts', async () => {
    const asks: (() => void)[] = [];
    const renamed = { ...user, timezone: 'Asia/Taipei' };
    let isDown = true;
    const { session, reaches } = world({
      session: () => (isDown ? down() : Promise.resolve(UID)),
      profile: () => Promise.resolve(renamed),
      copy: () => Promise.resolve(user),
      whenReached: (run) => asks.push(run),
    });
    session.start();
    await reaches('signed-in');
    expect(session.store.getState()).toEqual({ at: 'signed-in', user, copy: true });
    // The server went away again before it could answer.
    asks.shift()?.();
    await vi.waitUntil(() => asks.length === 1);
    isDown = false;
    asks.shift()?.();
    await vi.waitUntil(() => session.store.getState().at === 'signed-in' && asks.length === 0);
    await expect.poll(() => session.store.getState()).toEqual({ at: 'signed-in', user: renamed });
  });

  test.each([null, '0192a0c0-0000-7000-8000-000000000009'])(
    'whoever is signed in no more by then (%s) is signed out',
    async (found) => {
      const asks: (() => void)[] = [];
      let answer = down as () => Promise<string | null>;
      const { session, reaches, calls } = world({
        session: () => answer(),
        copy: () => Promise.resolve(user),
        whenReached: (run) => asks.push(run),
      });
      session.start();
      await reaches('signed-in');
      answer = () => Promise.resolve(found);
      asks.shift()?.();
      await reaches('signed-out');
      expect(calls).toContain('reset by end');
    },
  );

  test('a copy of somebody else is not shown to whose session it is', async () => {
    const other = { ...user, id: '0192a0c0-0000-7000-8000-000000000009' };
    const { session, reaches } = world({ profile: down, copy: () => Promise.resolve(other) });
    session.start();
    await reaches('signed-out');
    expect(session.store.getState()).toEqual({ at: 'signed-out', error: 'down' });
  });
});
