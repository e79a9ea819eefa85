import { expect, test } from 'vitest';
import { createManualClock } from '../testing/manual-clock.ts';
import { createAdmission } from './admission.ts';
import { sealBearer } from './bearer.ts';

const key = { kid: 'key', secret: Buffer.alloc(32, 7) };

function setUp() {
  const clock = createManualClock();
  const revoked = new Set<string>();
  const leaving = new Set<string>();
  const suspended = new Set<string>();
  let asked = 0;
  const admission = createAdmission({
    clock,
    revocations: {
      isRevoked: (sid) => revoked.has(sid),
      isSuspended: (userId) => suspended.has(userId),
      isCurrent: () => true,
      moderators: () => new Set(['mod']),
    },
    keys: {
      accepted(purpose, kid) {
        asked += 1;
        return purpose === 'token' && kid === key.kid ? key : undefined;
      },
    },
    isOnboarded: async () => false,
    isLeaving: async (userId) => leaving.has(userId),
  });
  const bearer = { userId: 'ann', sid: 'one', onboarded: true, expiresAt: clock.now() + 300_000 };
  return {
    clock,
    admission,
    revoked,
    leaving,
    suspended,
    bearer,
    token: sealBearer(bearer, key),
    keysAsked: () => asked,
  };
}

test('a bearer is good for 300 s, to the millisecond, and its seal is checked once', async () => {
  const { clock, admission, bearer, token, keysAsked } = setUp();
  await clock.advance(299_999);
  expect(admission.authenticate(token)).toEqual(bearer);
  expect(admission.authenticate(token)).toEqual(bearer);
  expect(keysAsked()).toBe(1);
  await clock.advance(1);
  expect(() => admission.authenticate(token)).toThrow('Not authenticated');
});

test('a revoked session is refused although its bearer was accepted before', () => {
  const { admission, revoked, token } = setUp();
  admission.authenticate(token);
  revoked.add('one');
  expect(() => admission.authenticate(token)).toThrow('Your session has ended');
});

test('a bearer that says so makes a member without a query; one that does not, a newcomer', async () => {
  const { admission, bearer } = setUp();
  expect(await admission.standing(bearer)).toBe('member');
  expect(await admission.standing({ ...bearer, userId: 'bob', onboarded: false })).toBe('newcomer');
});

test('a bearer of somebody who leaves is one until they take it back; one without that costs no query', async () => {
  const { admission, bearer, leaving } = setUp();
  leaving.add('ann');
  expect(await admission.standing(bearer)).toBe('member');
  expect(await admission.standing({ ...bearer, leaving: true })).toBe('leaving');
  leaving.delete('ann');
  expect(await admission.standing({ ...bearer, leaving: true })).toBe('member');
});

test('whoever moderates does so until they are suspended', () => {
  const { admission, suspended } = setUp();
  expect(admission.mayModerate({ userId: 'ann' })).toBe(false);
  expect(admission.mayModerate({ userId: 'mod' })).toBe(true);
  suspended.add('mod');
  expect(admission.mayModerate({ userId: 'mod' })).toBe(false);
});
