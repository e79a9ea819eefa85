import { expect, test } from 'vitest';
import type { Holder } from '../../platform/relay/index.ts';
import { paired } from '../testing/samples.ts';
import { end } from '../endings.ts';
import { closedRelay } from './relays.ts';

const holder = { kind: 'side', callId: 'call', side: 'a' } as const;

interface Given {
  host?: string | null;
  listensOn?: string;
  origins?: string[];
}

function setUp({ host = null, listensOn = '::', origins = LOCAL }: Given = {}) {
  const told: unknown[] = [];
  const relay = {
    port: 3_002,
    credentials: (who: Holder, expiresAt: number) => {
      const name = who.kind === 'side' ? who.kind : who.ticket;
      return { username: `${name} ${expiresAt}`, credential: 'x' };
    },
    open: (call: object) => void told.push(call),
    close: (callId: string) => void told.push(callId),
    settled: async () => true,
    tallyOf: async () => null,
  };
  const closed = closedRelay({ relay, host, listensOn, origins });
  const ticketOf = (userId: string): string | undefined =>
    closed.iceServer({ holder: { kind: 'person' }, userId }, 5).username?.split(' ')[0];
  return { told, ticketOf, ...closed };
}

test('what one holds before a call is one name a person that tells nobody who it is', () => {
  const { ticketOf } = setUp();
  expect(ticketOf('ann')).toMatch(/^[\w-]{43}$/);
  expect(ticketOf('ann')).toBe(ticketOf('ann'));
  expect(new Set([ticketOf('ann'), ticketOf('bob'), setUp().ticketOf('ann')]).size).toBe(3);
});

const LOCAL = ['http://localhost:3000', 'http://127.0.0.1:3000'];
const PUBLIC = ['https://yonder.example', ...LOCAL];

test.each([
  ['127.0.0.1:3000', LOCAL, null, '127.0.0.1'],
  ['localhost:3000', LOCAL, null, '127.0.0.1'],
  [undefined, LOCAL, null, '127.0.0.1'],
  ['yonder.example', PUBLIC, null, 'yonder.example'],
  ['yonder.example:443', [...PUBLIC, 'https://other.example'], null, 'yonder.example'],
  ['other.example:443', [...PUBLIC, 'https://other.example'], null, 'other.example'],
  ['localhost:3000', PUBLIC, null, '127.0.0.1'],
  [undefined, PUBLIC, null, 'yonder.example'],
  ['evil.example', PUBLIC, null, 'yonder.example'],
  ['192.168.1.5:3000', ['http://192.168.1.5:3000', ...LOCAL], null, '192.168.1.5'],
  ['[2001:db8::5]:3000', ['http://[2001:db8::5]:3000', ...LOCAL], null, '[2001:db8::5]'],
  ['yonder.example', PUBLIC, 'relay.example', 'relay.example'],
  ['yonder.example', PUBLIC, '2001:db8::7', '[2001:db8::7]'],
])('who found the server at %s of %j with RELAY_HOST %s finds the relay at %s', (called, origins, host, place) => {
  const { iceServer } = setUp({ host, origins });
  expect(iceServer({ holder, userId: 'ann', host: called }, 5)).toEqual({
    urls: [`turn:${place}:3002?transport=udp`],
    username: 'side 5',
    credential: 'x',
  });
});

test.each([
  ['::1', 'localhost:3000', '[::1]'],
  ['::1', '[::1]:3000', '[::1]'],
  ['::1', undefined, '[::1]'],
  ['127.0.0.1', 'localhost:3000', '127.0.0.1'],
  ['192.168.1.5', 'localhost:3000', '192.168.1.5'],
  ['0.0.0.0', 'localhost:3000', '127.0.0.1'],
])('where the relay listens on %s, who found the server at %s finds it at %s', (listensOn, called, place) => {
  const { iceServer } = setUp({ listensOn, origins: ['http://localhost:3000', 'http://[::1]:3000'] });
  const { urls } = iceServer({ holder, userId: 'ann', host: called }, 5);
  expect(urls).toEqual([`turn:${place}:3002?transport=udp`]);
});

test('a live call is opened for 10 minutes with what both held before it, one that is over is closed', () => {
  const { follow, told, ticketOf } = setUp();
  const session = paired();
  follow(session, 1_000);
  follow(end(session, { reason: 'blocked', by: 'a' }, 2_000).session, 2_000);
  const tickets = { a: ticketOf(session.a.userId), b: ticketOf(session.b.userId) };
  expect(told).toEqual([{ callId: session.id, until: 601_000, tickets }, session.id]);
});

test('a call that is over stays closed, whatever is told of it later', () => {
  const { follow, told } = setUp();
  const session = paired();
  follow(end(session, { reason: 'blocked', by: 'a' }, 2_000).session, 2_000);
  follow(session, 3_000);
  expect(told).toEqual([session.id]);
  follow({ ...session, id: 'another call' }, 3_000);
  expect(told).toMatchObject([session.id, { callId: 'another call' }]);
});
