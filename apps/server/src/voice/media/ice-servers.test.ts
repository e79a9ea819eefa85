import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { callPath, iceServersFor } from './ice-servers.ts';

const turn = { urls: ['turn:relay.test:3478', 'turns:relay.test:443'], secret: 'a secret of the relay' };
const directCalls = { stunUrls: ['stun:stun.test:3478'] };
const who = { alias: 'AAAAAAAAAAAAAAAAAAAAAA', now: 1_781_524_800_000 };

test('calls are relayed as soon as there is a relay, unless the operator allows direct ones', () => {
  expect(callPath({ turn, directCalls: null })).toBe('relayed');
  expect(callPath({ turn, directCalls })).toBe('direct');
  expect(callPath({ turn: null, directCalls })).toBe('direct');
  expect(callPath({ turn: null, directCalls: null })).toBe('direct');
});

describe('what a browser is given', () => {
  test('relayed: the relay alone, with the password coturn computes', () => {
    const username = '1781525400:AAAAAAAAAAAAAAAAAAAAAA';
    const credential = createHmac('sha1', turn.secret).update(username).digest('base64');
    expect(iceServersFor({ turn, directCalls: null }, who)).toEqual({
      iceServers: [{ urls: turn.urls, username, credential }],
      iceTransportPolicy: 'relay',
      expiresAt: who.now + 600_000,
    });
  });

  test('direct with both: STUN, and the relay for whom nothing else works', () => {
    const { iceServers, iceTransportPolicy } = iceServersFor({ turn, directCalls }, who);
    expect(iceServers.map(({ urls }) => urls)).toEqual([directCalls.stunUrls, turn.urls]);
    expect(iceTransportPolicy).toBe('all');
  });

  test('direct without anything set up: nobody outside is asked', () => {
    expect(iceServersFor({ turn: null, directCalls: null }, who)).toEqual({
      iceServers: [],
      iceTransportPolicy: 'all',
      expiresAt: null,
    });
  });
});
