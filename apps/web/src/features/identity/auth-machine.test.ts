import { describe, expect, test } from 'vitest';
import { fallbackUser } from '../../state/user.ts';
import { authFields, start, step, type AuthEffect, type AuthEvent, type AuthState } from './auth-machine.ts';

const UID = '0192a0c0-0000-7000-8000-000000000001';
const user = { ...fallbackUser(UID), onboarded: true };
const other = fallbackUser('0192a0c0-0000-7000-8000-000000000002');

const redirect: AuthState = { at: 'redirect', loading: true };
const session: AuthState = { at: 'session', loading: true };
const fromRedirect: AuthState = { at: 'profile', loading: true, uid: UID, from: 'redirect' };
const fromSession: AuthState = { at: 'profile', loading: true, uid: UID, from: 'session' };
const signedIn: AuthState = { at: 'signed-in', user };
const copied: AuthState = { at: 'signed-in', user, copy: true };
const barred: AuthState = { at: 'barred', uid: UID, barrier: 'suspended' };
const signedOut: AuthState = { at: 'signed-out', error: null };
const everyState = { redirect, session, fromRedirect, fromSession, signedIn, copied, barred, signedOut };

const load: AuthEffect = { do: 'load profile', uid: UID };
const check: AuthEffect = { do: 'check session' };
const again: AuthEffect = { do: 'ask again', uid: UID };
const active: AuthEffect = { do: 'update last active' };

test('it starts loading, with the redirect result first and the 10 s limit running', () => {
  expect(start()).toEqual({ state: redirect, effects: [{ do: 'start time limit' }, { do: 'check redirect result' }] });
});

const applies: [string, AuthState, AuthEvent, AuthState, AuthEffect[]][] = [
  ['a redirect result loads the profile', redirect, { type: 'redirect result found', uid: UID }, fromRedirect, [load]],
  ['without one the session is checked', redirect, { type: 'no redirect result' }, session, [check]],
  [
    'a failed redirect result is only logged',
    redirect,
    { type: 'redirect result failed', error: 'x' },
    session,
    [{ do: 'log', text: 'x' }, check],
  ],
  [
    'after a redirect a found profile signs in and touches last-active',
    fromRedirect,
    { type: 'profile found', uid: UID, user },
    signedIn,
    [active],
  ],
  [
    'after a redirect a missing profile leaves it to the session check',
    fromRedirect,
    { type: 'profile missing', uid: UID },
    session,
    [check],
  ],
  [
    'after a redirect a failing profile is logged and the session checked',
    fromRedirect,
    { type: 'profile failed', uid: UID, error: 'x' },
    session,
    [{ do: 'log', text: 'x' }, check],
  ],
  ['a session loads the profile', session, { type: 'session found', uid: UID }, fromSession, [load]],
  ['no session is signed out', session, { type: 'session absent' }, signedOut, []],
  [
    'a failing session check is signed out with its error',
    session,
    { type: 'session failed', error: 'x' },
    { at: 'signed-out', error: 'x' },
    [],
  ],
  [
    'a found profile signs in and touches last-active',
    fromSession,
    { type: 'profile found', uid: UID, user },
    signedIn,
    [active],
  ],
  [
    'a missing profile signs in as Anonymous and tries last-active',
    fromSession,
    { type: 'profile missing', uid: UID },
    { at: 'signed-in', user: fallbackUser(UID) },
    [active],
  ],
  ['a suspended person is barred', signedIn, { type: 'barred', barrier: 'suspended' }, barred, []],
  [
    'a person under 18 is barred',
    signedIn,
    { type: 'barred', barrier: 'under-age' },
    { ...barred, barrier: 'under-age' },
    [],
  ],
  ['a refusal while the profile loads bars too', fromSession, { type: 'barred', barrier: 'suspended' }, barred, []],
  [
    'a failing profile is signed out with its error',
    fromSession,
    { type: 'profile failed', uid: UID, error: 'x' },
    { at: 'signed-out', error: 'x' },
    [],
  ],
  [
    'the own profile changed',
    signedIn,
    { type: 'user changed', user: { ...user, isPaid: true } },
    { at: 'signed-in', user: { ...user, isPaid: true } },
    [],
  ],
  [
    'what the server says takes the place of the copy',
    copied,
    { type: 'user changed', user: { ...user, isPaid: true } },
    { at: 'signed-in', user: { ...user, isPaid: true } },
    [],
  ],
  ['a copy is signed in, and the server asked again', session, { type: 'copy found', user }, copied, [again]],
  ['as often as it was asked in vain', copied, { type: 'asked in vain', uid: UID }, copied, [again]],
  ['a sign-out resets the app', signedIn, { type: 'signed out' }, signedOut, [{ do: 'reset app state', by: 'end' }]],
  [
    'a sign-out by hand says so',
    signedIn,
    { type: 'signed out', left: true },
    { ...signedOut, left: true },
    [{ do: 'reset app state', by: 'hand' }],
  ],
  [
    'a sign-out ends a barred session too',
    barred,
    { type: 'signed out' },
    signedOut,
    [{ do: 'reset app state', by: 'end' }],
  ],
  [
    'a sign-out while loading ends the loading',
    fromSession,
    { type: 'signed out' },
    signedOut,
    [{ do: 'reset app state', by: 'end' }],
  ],
  [
    'the time limit ends the loading but not the check',
    session,
    { type: 'time limit reached' },
    { at: 'session', loading: false },
    [],
  ],
];

test.each(applies)('%s', (_, state, event, next, effects) =>
  expect(step(state, event)).toEqual({ state: next, effects }),
);

test('a session found after the time limit still signs in', () => {
  const late = step(step(session, { type: 'time limit reached' }).state, { type: 'session found', uid: UID });
  expect(late.state).toEqual({ ...fromSession, loading: false });
  expect(step(late.state, { type: 'profile found', uid: UID, user }).state).toEqual(signedIn);
});

const everyEvent: AuthEvent[] = [
  { type: 'time limit reached' },
  { type: 'redirect result found', uid: UID },
  { type: 'no redirect result' },
  { type: 'redirect result failed', error: 'x' },
  { type: 'session found', uid: UID },
  { type: 'session absent' },
  { type: 'session failed', error: 'x' },
  { type: 'copy found', user },
  { type: 'asked in vain', uid: UID },
  { type: 'profile found', uid: UID, user },
  { type: 'profile missing', uid: UID },
  { type: 'profile failed', uid: UID, error: 'x' },
  { type: 'user changed', user },
  { type: 'barred', barrier: 'suspended' },
  { type: 'signed out' },
];

describe('an event that does not apply answers the same state', () => {
  const loading: AuthEvent['type'][] = [
    'time limit reached',
    'copy found',
    'profile found',
    'profile missing',
    'profile failed',
    'barred',
    'signed out',
  ];
  const applicable: Record<keyof typeof everyState, AuthEvent['type'][]> = {
    redirect: [
      'time limit reached',
      'redirect result found',
      'no redirect result',
      'redirect result failed',
      'signed out',
    ],
    session: ['time limit reached', 'copy found', 'session found', 'session absent', 'session failed', 'signed out'],
    fromRedirect: loading,
    fromSession: loading,
    signedIn: ['user changed', 'barred', 'signed out'],
    copied: ['asked in vain', 'user changed', 'barred', 'signed out'],
    barred: ['signed out'],
    signedOut: [],
  };
  const rows = (Object.keys(everyState) as (keyof typeof everyState)[]).flatMap((name) =>
    everyEvent
      .filter(({ type }) => !applicable[name].includes(type))
      .map((event) => [name, event.type, everyState[name], event] as const),
  );
  test.each(rows)('%s: %s', (_name, _type, state, event) => {
    const next = step(state, event);
    expect(next.state).toBe(state);
    expect(next.effects).toEqual([]);
  });
});

test.each(['profile found', 'profile missing', 'profile failed'] as const)('%s of somebody else is dropped', (type) => {
  const event = everyEvent.find((one) => one.type === type);
  if (event === undefined || !('uid' in event)) throw new Error(`no event ${type}`);
  expect(step(fromSession, { ...event, uid: other.id }).state).toBe(fromSession);
});

test('another person’s profile never replaces the signed-in one', () =>
  expect(step(signedIn, { type: 'user changed', user: other }).state).toBe(signedIn));

test.each<[keyof typeof everyState, ReturnType<typeof authFields>]>([
  ['redirect', { user: null, isAuthenticated: false, isLoading: true }],
  ['session', { user: null, isAuthenticated: false, isLoading: true }],
  ['fromSession', { user: null, isAuthenticated: false, isLoading: true }],
  ['signedIn', { user, isAuthenticated: true, isLoading: false }],
  ['copied', { user, isAuthenticated: true, isLoading: false }],
  ['barred', { user: null, isAuthenticated: true, isLoading: false }],
  ['signedOut', { user: null, isAuthenticated: false, isLoading: false }],
])('%s shows as its three fields', (name, fields) => expect(authFields(everyState[name])).toEqual(fields));
