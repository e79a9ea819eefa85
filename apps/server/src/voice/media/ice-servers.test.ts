import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { ringing } from '../direct/testing/samples.ts';
import { mutualLike, paired } from '../testing/samples.ts';
import { callPath, iceServersFor, pathOf } from './ice-servers.ts';
import { coturn } from './relays.ts';
import { turnName } from './turn-name.ts';

const turn = { urls: ['turn:relay.test:3478', 'turns:relay.test:443'], secret: 'a secret of the relay' };
const directCalls = { stunUrls: ['stun:stun.test:3478'] };
const relay = coturn(turn);
const who = {
  holder: { kind: 'side', callId: 'call-1', side: 'a' },
  userId: '00000000-0000-7000-8000-000000000001',
  now: 1_781_524_800_000,
} as const;

test('calls are relayed, unless the operator allows direct ones', () => {
  expect(callPath({ directCalls: null })).toBe('relayed');
  expect(callPath({ directCalls })).toBe('direct');
});

test.each([null, directCalls])(
  'chat partners have their own choice, strangers what the operator allows: %j',
  (allowed) => {
    const routes = { directCalls: allowed };
    const { direct } = ringing();
    expect(pathOf({ direct }, routes)).toBe('relayed');
    expect(pathOf({ direct: { ...direct, path: 'direct' } }, routes)).toBe('direct');
    for (const session of [paired(), mutualLike()]) expect(pathOf(session, routes)).toBe(callPath(routes));
  },
);

describe('what a browser is given', () => {
  test('relayed: the relay alone, with the password coturn computes', () => {
    const username = `1781525400:${turnName({ ...turn, userId: who.userId, at: who.now })}`;
    const credential = createHmac('sha1', turn.secret).update(username).digest('base64');
    expect(iceServersFor({ relay, directCalls: null }, { ...who, path: 'relayed' })).toEqual({
      iceServers: [{ urls: turn.urls, username, credential }],
      iceTransportPolicy: 'relay',
      expiresAt: who.now + 600_000,
    });
  });

  test('direct: STUN, and the relay for whom nothing else works', () => {
    const { iceServers, iceTransportPolicy } = iceServersFor({ relay, directCalls }, { ...who, path: 'direct' });
    expect(iceServers.map(({ urls }) => urls)).toEqual([directCalls.stunUrls, turn.urls]);
    expect(iceTransportPolicy).toBe('all');
  });

  test('relayed where strangers talk directly: the relay alone', () => {
    const { iceServers, iceTransportPolicy } = iceServersFor({ relay, directCalls }, { ...who, path: 'relayed' });
    expect(iceServers.map(({ urls }) => urls)).toEqual([turn.urls]);
    expect(iceTransportPolicy).toBe('relay');
  });

  test.each([null, { stunUrls: [] }])('direct without a STUN server (%j): nobody outside is asked', (allowed) => {
    const { iceServers, iceTransportPolicy } = iceServersFor(
      { relay, directCalls: allowed },
      { ...who, path: 'direct' },
    );
    expect(iceServers.map(({ urls }) => urls)).toEqual([turn.urls]);
    expect(iceTransportPolicy).toBe('all');
  });
});
