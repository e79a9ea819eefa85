import { expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { greeting } from './greeting.ts';

test('several nodes without a relay of their own are told who hears whom', () => {
  const said = (settings: Record<string, string>): string =>
    greeting(readConfig({ BUS_URL: 'nats://bus', ...settings })).join();
  expect(said({})).toContain('only while both are on one node');
  expect(said({ TURN_URLS: 'turn:turn.example', TURN_SECRET: 'sixteen characters' })).not.toContain('on one node');
});

const ALONE = 'PUBLIC_URL is not set: people can sign in at no other address.';

test.each([
  ['at its own port', {}, ['  http://localhost:3003', '  http://127.0.0.1:3003']],
  ['at ::1', { HOST: '[::1]' }, ['  http://localhost:3003', '  http://[::1]:3003']],
  ['in its network', { HOST: '192.168.1.5' }, ['  http://192.168.1.5:3003', ALONE]],
  ['everywhere', { HOST: '0.0.0.0' }, ['  http://localhost:3003', '  http://127.0.0.1:3003', ALONE]],
  [
    'everywhere, under a name',
    { HOST: '0.0.0.0', PUBLIC_URL: 'https://yonder.example' },
    ['  http://localhost:3003', '  http://127.0.0.1:3003', 'For everybody else: https://yonder.example'],
  ],
  ['behind a proxy on this machine', { PUBLIC_URL: 'http://localhost:3000' }, ['  http://localhost:3000']],
  [
    'behind a proxy elsewhere',
    { PUBLIC_URL: 'https://yonder.example' },
    ['  http://localhost:3003', '  http://127.0.0.1:3003', 'For everybody else: https://yonder.example'],
  ],
])('who starts the server %s is told what to open', (_, settings, addresses) => {
  expect(
    greeting(
      readConfig({
        PORT: '3003',
        REMATCH_SECONDS: '60',
        OPERATOR_CONTACT: 'a@b.example',
        ...settings,
      }),
    ),
  ).toEqual([
    'Yonder is ready:',
    ...addresses,
    'Calls between strangers are relayed: nobody learns the network address of the other.',
  ]);
});

test.each([
  ['http://yonder.example', true],
  ['http://192.168.1.5:3000', true],
  ['https://yonder.example', false],
  ['http://localhost:3000', false],
  ['http://[::1]:3000', false],
])('who serves others at %s is told that it is plain http: %s', (PUBLIC_URL, isTold) => {
  expect(greeting(readConfig({ PUBLIC_URL })).join().includes('plain http')).toBe(isTold);
});

test('who has named nobody to write to is told so, and nobody else', () => {
  const said = (settings: Record<string, string>): string => greeting(readConfig(settings)).join();
  expect(said({})).toContain('OPERATOR_CONTACT is not set');
  expect(said({ OPERATOR_CONTACT: 'hello@operator.example' })).not.toContain('OPERATOR_CONTACT');
});
