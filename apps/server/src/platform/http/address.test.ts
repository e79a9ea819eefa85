import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { addressOf, hostOf, networkOf, publicNetworkOf } from './address.ts';

function request(from: string, forwarded?: string): IncomingMessage {
  const socket = new Socket();
  Object.defineProperty(socket, 'remoteAddress', { value: from });
  const message = new IncomingMessage(socket);
  if (forwarded !== undefined) message.headers['x-forwarded-for'] = forwarded;
  return message;
}

test('without a trusted proxy what a caller says of itself is not heard', () => {
  expect(addressOf(request('198.51.100.7', '203.0.113.9'), { trustProxy: false })).toBe('198.51.100.7');
});

test('a trusted proxy in front is believed about its own caller, and the caller about nobody', () => {
  const trusting = { trustProxy: true };
  expect(addressOf(request('10.0.0.1', '192.0.2.66, 203.0.113.9'), trusting)).toBe('203.0.113.9');
  expect(addressOf(request('10.0.0.1'), trusting)).toBe('10.0.0.1');
});

test.each([
  [{ host: 'Localhost:3000' }, false, 'localhost:3000'],
  [{ host: 'localhost:3000', 'x-forwarded-host': 'evil.example' }, false, 'localhost:3000'],
  [{ host: 'localhost:3000', 'x-forwarded-host': 'evil.example, yonder.example' }, true, 'yonder.example'],
  [{ host: 'localhost:3000' }, true, 'localhost:3000'],
  [{}, true, undefined],
])('%o with a trusted proxy (%s) was made to %s', (headers, trustProxy, host) => {
  expect(hostOf({ headers }, { trustProxy })).toBe(host);
});

test('an IPv6 household is one network, an IPv4 address stays itself', () => {
  expect(networkOf('2001:db8:1:2:3:4:5:6')).toBe(networkOf('2001:db8:1:2:ffff::1'));
  expect(networkOf('2001:db8::1')).toBe('2001:db8:0:0::/64');
  expect(networkOf('::ffff:203.0.113.9')).toBe('203.0.113.9');
  expect(networkOf('203.0.113.9')).toBe('203.0.113.9');
});

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['172.32.0.2', '172.32.0.2'],
  ['127.0.0.1', null],
  ['::1', null],
  ['::ffff:10.0.0.1', null],
  ['172.31.0.2', null],
  ['192.168.1.1', null],
  ['fd00::1', null],
  ['fe80::1', null],
  ['', null],
  ['unix:', null],
])('%j comes from the public network %j', (address, network) => {
  expect(publicNetworkOf(address)).toBe(network);
});
