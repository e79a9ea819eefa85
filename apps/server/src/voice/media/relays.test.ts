import { expect, test } from 'vitest';
import type { Holder } from '../../platform/relay/index.ts';
import { paired } from '../testing/samples.ts';
import { end } from '../endings.ts';
import { closedRelay } from './relays.ts';

const holder: Holder = { kind: 'side', callId: 'call', side: 'a' };

function setUp({ host = null, origins = LOCAL }: { host?: string | null; origins?: string[] } = {}) {
  const told: unknown[] = [];
  const relay = {
    port: 3_002,
    credentials: (who: Holder, expiresAt: number) => ({ username: `${who.kind} ${expiresAt}`, credential: 'x' }),
    open: (call: object) => void told.push(call),
    close: (callId: string) => void told.push(callId),
    settled: async () => {},
  };
  return { told, ...closedRelay({ relay, host, origins }) };
}

const LOCAL = ['http://localhost:3000', 'http://127.0.0.1:3000'];
const PUBLIC = ['https://yonder.example', ...LOCAL];

test.each([
  ['127.0.0.1:3000', LOCAL, null, '127.0.0.1'],
  ['localhost:3000', LOCAL, null, '127.0.0.1'],
  [undefined, LOCAL, null, '127.0.0.1'],
  ['yonder.example', PUBLIC, null, 'yonder.example'],
  ['localhost:3000', PUBLIC, null, '127.0.0.1'],
  [undefined, PUBLIC, null, 'yonder.example'],
  ['evil.example', PUBLIC, null, 'yonder.example'],
  ['192.168.1.5:3000', ['http://192.168.1.5:3000', ...LOCAL], null, '192.168.1.5'],
  ['[2001:db8::5]:3000', ['http://[2001:db8::5]:3000', ...LOCAL], null, '[2001:db8::5]'],
  ['yonder.example', PUBLIC, 'relay.example', 'relay.example'],
  ['yonder.example', PUBLIC, '2001:db8::7', '[2001:db8::7]'],
])('who found the server at %s of %j with RELAY_HOST %s finds the relay at %s', (called, origins, host, place) => {
  const { iceServer } = setUp({ host, origins });
  expect(iceServer({ holder, alias: 'alias a', host: called }, 5)).toEqual({
    urls: [`turn:${place}:3002?transport=udp`],
    username: 'side 5',
    credential: 'x',
  });
});

test('a live call is opened for 10 minutes with the tickets of both, one that is over is closed', () => {
  const { follow, told } = setUp();
  const session = paired();
  follow(session, 1_000);
  follow(end(session, { reason: 'blocked', by: 'a' }, 2_000).session, 2_000);
  expect(told).toEqual([{ callId: session.id, until: 601_000, tickets: { a: 'ticket a', b: 'ticket b' } }, session.id]);
});
