import { expect, test } from 'vitest';
import { fingerprintOf, originOf, ufragOf, withOrigin } from './sdp.ts';

const SDP =
  'v=0\r\no=- 2173312380476199566 2 IN IP4 127.0.0.1\r\ns=-\r\nt=0 0\r\na=ice-ufrag:srhV\r\na=fingerprint:sha-256 D7:30\r\n';

test('the lines that are read', () => {
  expect(originOf(SDP)).toBe('2173312380476199566 2');
  expect(ufragOf(SDP)).toBe('srhV');
  expect(fingerprintOf(SDP)).toBe('a=fingerprint:sha-256 D7:30');
});

test('what is missing is null', () => {
  expect([originOf('v=0'), ufragOf('v=0'), fingerprintOf('v=0')]).toEqual([null, null, null]);
});

test('an answer carries the origin of its offer and nothing else changes', () => {
  const answer = withOrigin(SDP, '77 3');
  expect(originOf(answer)).toBe('77 3');
  expect(answer).toBe(SDP.replace('2173312380476199566 2', '77 3'));
  expect(withOrigin(SDP, null)).toBe(SDP);
});
