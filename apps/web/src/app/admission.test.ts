import { expect, test } from 'vitest';
import type { AuthState } from '../features/identity/auth-machine.ts';
import { fallbackUser } from '../state/user.ts';
import { admit, type Access, type Admission } from './admission.ts';

const UID = '0192a0c0-0000-7000-8000-000000000001';
const AUTH = {
  checking: { at: 'session', loading: true },
  'timed out': { at: 'session', loading: false },
  'signed out': { at: 'signed-out', error: null },
  left: { at: 'signed-out', error: null, left: true },
  'not onboarded': { at: 'signed-in', user: fallbackUser(UID) },
  onboarded: { at: 'signed-in', user: { ...fallbackUser(UID), onboarded: true } },
  leaving: { at: 'signed-in', user: { ...fallbackUser(UID), onboarded: true, erasesAt: 1 } },
  suspended: { at: 'barred', uid: UID, barrier: 'suspended' },
  'under 18': { at: 'barred', uid: UID, barrier: 'under-age' },
} satisfies Record<string, AuthState>;

const shown: Admission = { is: 'shown' };
const waiting: Admission = { is: 'waiting' };
const sent = (to: string, from?: string): Admission =>
  from === undefined ? { is: 'sent', to } : { is: 'sent', to, from };

test.each<[keyof typeof AUTH, Access, Admission]>([
  ['checking', 'signed in', waiting],
  ['checking', 'signed out', waiting],
  ['checking', 'onboarding', waiting],
  ['timed out', 'signed in', sent('/login', '/settings?tab=2')],
  ['timed out', 'signed out', shown],
  ['signed out', 'signed in', sent('/login', '/settings?tab=2')],
  ['left', 'signed in', sent('/login')],
  ['left', 'own data', sent('/login')],
  ['left', 'leaving', sent('/login')],
  ['left', 'signed out', shown],
  ['signed out', 'signed out', shown],
  ['signed out', 'onboarding', sent('/login', '/profile')],
  ['signed out', 'suspended', sent('/login', '/profile')],
  ['not onboarded', 'signed in', sent('/onboarding', '/settings?tab=2')],
  ['not onboarded', 'signed out', sent('/onboarding', '/profile')],
  ['not onboarded', 'onboarding', shown],
  ['onboarded', 'signed in', shown],
  ['onboarded', 'signed out', sent('/profile')],
  ['onboarded', 'onboarding', sent('/profile')],
  ['onboarded', 'suspended', sent('/profile')],
  ['suspended', 'signed in', sent('/suspended')],
  ['suspended', 'signed out', sent('/suspended')],
  ['suspended', 'onboarding', sent('/suspended')],
  ['suspended', 'suspended', shown],
  ['suspended', 'own data', shown],
  ['onboarded', 'own data', shown],
  ['not onboarded', 'own data', shown],
  ['under 18', 'own data', shown],
  ['signed out', 'own data', sent('/login', '/settings?tab=2')],
  ['leaving', 'signed in', sent('/leaving')],
  ['leaving', 'signed out', sent('/leaving')],
  ['leaving', 'leaving', shown],
  ['onboarded', 'leaving', sent('/profile')],
  ['under 18', 'signed in', sent('/onboarding', '/settings?tab=2')],
  ['under 18', 'onboarding', shown],
])('%s at a route for %s', (auth, access, admission) => {
  expect(admit({ auth: AUTH[auth], access, here: '/settings?tab=2', from: '/profile' })).toEqual(admission);
});

test.each([undefined, '//evil.example', 'javascript:alert(1)', '/login'])(
  'a from of %j leads a signed-in visitor to /chats',
  (from) => {
    expect(admit({ auth: AUTH.onboarded, access: 'signed out', here: '/login', from })).toEqual(sent('/chats'));
  },
);
