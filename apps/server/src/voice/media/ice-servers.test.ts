import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { callPath, iceServersFor } from './ice-servers.ts';
import { coturn } from './relays.ts';

const turn = { urls: ['turn:relay.test:3478', 'turns:relay.test:443'], secret: 'a secret of the relay' };
const directCalls = { stunUrls: ['stun:stun.test:3478'] };
const relay = coturn(turn);
const who = {
  holder: { kind: 'side', callId: 'call-1', side: 'a' },
  alias: 'AAAAAAAAAAAAAAAAAAAAAA',
  now: 1_781_524_800_000,
} as const;

test('calls are relayed, unless the operator allows direct ones', () => {
  expect(callPath({ directCalls: null })).toBe('relayed');
  expect(callPath({ directCalls })).toBe('direct');
});

describe('what a browser is given', () => {
  test('relayed: the relay alone, with the password coturn computes', () => {
    const username = '1781525400:AAAAAAAAAAAAAAAAAAAAAA';
    const credential = createHmac('sha1', turn.secret).update(username).digest('base64');
    expect(iceServersFor({ relay, directCalls: null }, who)).toEqual({
      iceServers: [{ urls: turn.urls, username, credential }],
      iceTransportPolicy: 'relay',
      expiresAt: who.now + 600_000,
    });
  });

  test('direct: STUN, and the relay for whom nothing else works', () => {
    const { iceServers, iceTransportPolicy } = iceServersFor({ relay, directCalls }, who);
    expect(iceServers.map(({ urls }) => urls)).toEqual([directCalls.stunUrls, turn.urls]);
    expect(iceTransportPolicy).toBe('all');
  });

  test('direct without a STUN server: nobody outside is asked', () => {
    const { iceServers } = iceServersFor({ relay, directCalls: { stunUrls: [] } }, who);
    expect(iceServers.map(({ urls }) => urls)).toEqual([turn.urls]);
  });
});
