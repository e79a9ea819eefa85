import { expect, test } from 'vitest';
import { readNatsAddress } from './nats-address.ts';

test.each([
  ['nats://bus', 'yonder', 'bus', { servers: ['bus'] }],
  ['nats://bus:4222/tests-1', 'tests-1', 'bus:4222', { servers: ['bus:4222'] }],
  ['nats://ann:p%40ss@bus', 'yonder', 'bus', { servers: ['bus'], user: 'ann', pass: 'p@ss' }],
  ['nats://tok%2Fen@bus', 'yonder', 'bus', { servers: ['bus'], token: 'tok/en' }],
  ['nats://a:1/x, nats://b:2,nats://[::1]:3', 'x', 'a:1, b:2, [::1]:3', { servers: ['a:1', 'b:2', '[::1]:3'] }],
  ['tls://ann:secret@bus', 'yonder', 'bus', { servers: ['bus'], user: 'ann', pass: 'secret', tls: {} }],
  ['tls://a,tls://b:2/x', 'yonder', 'a, b:2', { servers: ['a', 'b:2'], tls: {} }],
])('%s is read', (text, name, places, options) => {
  expect(readNatsAddress(text)).toEqual({ name, places, options });
});

test.each([
  '',
  'bus:4222',
  'http://bus',
  'nats://',
  'nats://bus/a.b',
  'nats://bus/>',
  'nats://a,http://b',
  'tls://a,nats://b',
  'nats://a,tls://b',
])('%o is no address', (text) => {
  expect(readNatsAddress(text)).toBeUndefined();
});
