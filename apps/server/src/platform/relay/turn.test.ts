import { describe, expect, test } from 'vitest';
import { networkOf } from '../http/address.ts';
import { sealCredentials } from './credentials.ts';
import {
  ALLOCATE,
  ATTRIBUTE,
  BINDING,
  CHANNEL_BIND,
  CREATE_PERMISSION,
  DATA_INDICATION,
  errorOf,
  REFRESH,
  successOf,
  uint32,
  valueOf,
  writeMessage,
  type Attribute,
} from './stun.ts';
import { KEY, openHouse, sideOf, waiting } from './testing/house.ts';
import { channelData, peerAttribute, readIndication, TurnClient, UDP_TRANSPORT } from './testing/turn-client.ts';
import { readXorAddress } from './xor-address.ts';

const CHANNEL = 0x4000;
const NOWHERE = { address: '192.0.2.200', port: 5_000 };
const MINUTE = 60_000;

const lifetimeIn = ({ message }: { message: Parameters<typeof valueOf>[0] }): number | undefined =>
  valueOf(message, ATTRIBUTE.lifetime)?.readUInt32BE(0);

function openCall(house: ReturnType<typeof openHouse>, callId: string, tickets = { a: 'ticket-a', b: 'ticket-b' }) {
  house.turn.open({ callId, until: house.now + 10 * MINUTE, tickets });
}

describe('what two sides of a call say', () => {
  test('goes through channels, both ways, byte for byte', async () => {
    const [ann, bob] = await openHouse().talking('call-1');
    ann.tell(CHANNEL, 'hello');
    expect(await bob.line.hear()).toEqual(channelData(CHANNEL, Buffer.from('hello')));
    bob.tell(CHANNEL, '');
    expect(await ann.line.hear()).toEqual(channelData(CHANNEL, Buffer.from('')));
  });

  test('goes through indications where there is no channel', async () => {
    const house = openHouse();
    openCall(house, 'call-1');
    const [ann, bob] = [house.client(sideOf('call-1', 'a')), house.client(sideOf('call-1', 'b'))];
    for (const one of [ann, bob]) await one.allocate();
    await ann.permit(bob.relayed);
    await bob.permit(ann.relayed);
    ann.send(bob.relayed, 'hello');
    const told = await bob.answer();
    expect(told.type).toBe(DATA_INDICATION);
    expect(readIndication(told)).toEqual({ from: ann.relayed, text: 'hello' });
  });

  test('a channel of one side reaches the other through an indication, an indication through their channel', async () => {
    const house = openHouse();
    openCall(house, 'call-1');
    const [ann, bob] = [house.client(sideOf('call-1', 'a')), house.client(sideOf('call-1', 'b'))];
    for (const one of [ann, bob]) await one.allocate();
    await ann.bind(CHANNEL, bob.relayed);
    await bob.permit(ann.relayed);
    ann.tell(CHANNEL, 'to bob');
    expect(readIndication(await bob.answer())).toEqual({ from: ann.relayed, text: 'to bob' });
    bob.send(ann.relayed, 'to ann');
    expect(await ann.line.hear()).toEqual(channelData(CHANNEL, Buffer.from('to ann')));
  });

  test('is not passed to whom the receiver has not permitted, nor after 5 minutes', async () => {
    const house = openHouse();
    openCall(house, 'call-1');
    const [ann, bob] = [house.client(sideOf('call-1', 'a')), house.client(sideOf('call-1', 'b'))];
    for (const one of [ann, bob]) await one.allocate();
    await ann.bind(CHANNEL, bob.relayed);
    ann.tell(CHANNEL, 'too early');
    await bob.hearsNothing();
    await bob.permit({ ...ann.relayed, port: 0 });
    house.now += 5 * MINUTE - 1;
    ann.tell(CHANNEL, 'in time');
    expect(readIndication(await bob.answer()).text).toBe('in time');
    house.now += 1;
    ann.tell(CHANNEL, 'too late');
    await bob.hearsNothing();
    expect(house.counts().refused['no-way']).toBe(2);
  });

  test('a Send indication goes only to whom its sender has permitted', async () => {
    const house = openHouse();
    openCall(house, 'call-1');
    const [ann, bob] = [house.client(sideOf('call-1', 'a')), house.client(sideOf('call-1', 'b'))];
    for (const one of [ann, bob]) await one.allocate();
    await bob.permit(ann.relayed);
    ann.send(bob.relayed, 'too early');
    await bob.hearsNothing();
  });

  test('a channel ends after 10 minutes unless it is bound again; its number is free then', async () => {
    const house = openHouse({ channels: 1 });
    const [ann, bob] = await house.talking('call-1', { lastsMs: 60 * MINUTE });
    for (let minutes = 0; minutes < 9; minutes += 3) {
      house.now += 3 * MINUTE;
      for (const one of [ann, bob]) await one.challenge();
      for (const one of [ann, bob]) expect((await one.refresh(600)).error).toBeNull();
      await ann.permit(bob.relayed);
      await bob.permit(ann.relayed);
    }
    await ann.bind(CHANNEL, bob.relayed);
    house.now += MINUTE;
    ann.tell(CHANNEL, 'bob bound his long ago');
    expect(readIndication(await bob.answer()).text).toBe('bob bound his long ago');
    bob.tell(CHANNEL, 'this goes nowhere');
    await ann.hearsNothing();
    house.turn.sweep();
    await bob.challenge();
    expect((await bob.bind(0x4001, ann.relayed)).error).toBeNull();
  });

  test('beyond 64,000 bytes a second is dropped, and goes on a second later', async () => {
    const house = openHouse({ bytesPerSecond: 64_000, burstBytes: 128_000 });
    const [ann, bob] = await house.talking('call-1');
    const packet = 'x'.repeat(1_000);
    for (let sent = 0; sent < 200; sent++) ann.tell(CHANNEL, packet);
    expect(house.counts()).toMatchObject({ packets: 128, bytes: 128_000, refused: { bandwidth: 72 } });
    bob.tell(CHANNEL, packet);
    expect(house.counts().packets).toBe(129);
    house.now += 1_000;
    for (let sent = 0; sent < 200; sent++) ann.tell(CHANNEL, packet);
    expect(house.counts().packets).toBe(129 + 64);
  });
});

describe('nobody else is reached', () => {
  test('an address where nothing is, loopback, and one’s own are forbidden', async () => {
    const house = openHouse();
    const [ann] = await house.talking('call-1');
    for (const peer of [NOWHERE, { address: '127.0.0.1', port: 5_432 }, { address: '::1', port: 80 }, ann.relayed]) {
      for (const answer of [await ann.permit(peer), await ann.bind(0x4001, peer)]) {
        expect(answer).toMatchObject({ error: 403, signed: 'right' });
      }
      ann.send(peer, 'psst');
      await ann.hearsNothing();
    }
  });

  test('another call’s address is forbidden, and one forbidden address refuses the whole request', async () => {
    const house = openHouse();
    const [ann, bob] = await house.talking('call-1');
    const [cem, dan] = await house.talking('call-2');
    expect((await ann.permit(cem.relayed)).error).toBe(403);
    expect((await ann.permit(bob.relayed, dan.relayed)).error).toBe(403);
    expect((await cem.bind(0x4001, bob.relayed)).error).toBe(403);
    ann.send(cem.relayed, 'psst');
    await cem.hearsNothing();
  });

  test('the same side’s other allocation is forbidden', async () => {
    const house = openHouse();
    const [ann] = await house.talking('call-1');
    const twin = house.client(sideOf('call-1', 'a'));
    await twin.allocate();
    expect((await ann.permit(twin.relayed)).error).toBe(403);
  });

  test('who has no allocation sends nothing', async () => {
    const house = openHouse();
    const [ann, bob] = await house.talking('call-1');
    const stranger = house.client(sideOf('call-1', 'a'));
    await stranger.challenge();
    stranger.send(bob.relayed, 'psst');
    stranger.tell(CHANNEL, 'psst');
    await bob.hearsNothing();
    expect(await stranger.bind(CHANNEL, bob.relayed)).toMatchObject({ error: 437, signed: 'right' });
    await ann.hearsNothing();
  });
});

describe('credentials', () => {
  const refusals: [string, (house: ReturnType<typeof openHouse>) => TurnClient][] = [
    ['expired', (house) => house.client(sideOf('call-1', 'a'), { lastsMs: -1_000 })],
    ['for a call that is not open', (house) => house.client(sideOf('call-9', 'a'))],
    ['sealed with a key nobody knows', (house) => house.client(sideOf('call-1', 'a'), { kid: 'key-9' })],
    ['with another password', (house) => forged(house, { credential: 'guess' })],
    ['named constructor', (house) => forged(house, { username: 'constructor', credential: String({}.constructor) })],
    ['named __proto__', (house) => forged(house, { username: '__proto__', credential: '[object Object]' })],
    ['for a third side', (house) => forged(house, { username: `1999999999:${KEY.kid}:call-1.c` })],
    ['prolonged', (house) => forged(house, prolonged(house))],
  ];

  function forged(house: ReturnType<typeof openHouse>, change: { username?: string; credential?: string }): TurnClient {
    const honest = house.client(sideOf('call-1', 'a'));
    return new TurnClient(honest.line, { ...honest.credentials, ...change });
  }

  function prolonged({ now }: { now: number }): { username: string } {
    return { username: sealCredentials(KEY, sideOf('call-1', 'a'), now + 86_400_000).username };
  }

  test.each(refusals)('%s grant nothing', async (_, attempt) => {
    const house = openHouse();
    openCall(house, 'call-1');
    const client = attempt(house);
    await client.challenge();
    expect(await client.allocate()).toMatchObject({ error: 401, signed: 'unsigned' });
    expect(house.counts()).toMatchObject({ allocations: 0, refused: { unauthorized: 1 } });
  });

  test('end with the call: allocations, requests and packets', async () => {
    const house = openHouse();
    const [ann, bob] = await house.talking('call-1');
    house.turn.close('call-1');
    expect(house.counts().allocations).toBe(0);
    ann.tell(CHANNEL, 'are you still there');
    await bob.hearsNothing();
    expect((await ann.refresh(600)).error).toBe(401);
    expect((await bob.allocate()).error).toBe(401);
  });

  test('end when nobody has kept the call open', async () => {
    const house = openHouse();
    openCall(house, 'call-1');
    const ann = house.client(sideOf('call-1', 'a'), { lastsMs: 60 * MINUTE });
    await ann.allocate();
    house.now += 9 * MINUTE;
    await ann.challenge();
    expect((await ann.refresh(600)).error).toBeNull();
    house.now += MINUTE;
    await ann.challenge();
    expect((await ann.refresh(600)).error).toBe(401);
    house.turn.sweep();
    expect(house.counts().allocations).toBe(0);
  });

  test('take the allocation with them when they expire, however often it is refreshed', async () => {
    const house = openHouse();
    openCall(house, 'call-1');
    const ann = house.client(sideOf('call-1', 'a'), { lastsMs: 4 * MINUTE });
    expect(lifetimeIn(await ann.allocate())).toBe(240);
    house.now += 3 * MINUTE;
    expect(lifetimeIn(await ann.refresh(3_600))).toBe(60);
    house.now += MINUTE;
    house.turn.sweep();
    expect(house.counts().allocations).toBe(0);
  });

  test('an allocation answers to the credentials it was made with', async () => {
    const house = openHouse();
    openCall(house, 'call-1');
    const ann = house.client(sideOf('call-1', 'a'));
    await ann.allocate();
    const bob = new TurnClient(ann.line, house.client(sideOf('call-1', 'b')).credentials);
    await bob.challenge();
    expect(await bob.refresh(0)).toMatchObject({ error: 441, signed: 'right' });
    expect(await bob.allocate()).toMatchObject({ error: 437, signed: 'right' });
    expect(house.counts().allocations).toBe(1);
  });

  test('another one’s request with the same transaction id is no repetition', async () => {
    const house = openHouse();
    openCall(house, 'call-1');
    const ann = house.client(sideOf('call-1', 'a'));
    const bob = new TurnClient(ann.line, house.client(sideOf('call-1', 'b')).credentials);
    const transactionId = Buffer.alloc(12, 5);
    for (const one of [ann, bob]) await one.challenge();
    expect((await ann.ask(ann.write(ALLOCATE, [UDP_TRANSPORT], transactionId))).error).toBeNull();
    expect((await bob.ask(bob.write(ALLOCATE, [UDP_TRANSPORT], transactionId))).error).toBe(437);
  });

  test('a retired key grants nothing any more', async () => {
    const house = openHouse();
    openCall(house, 'call-1');
    const ann = house.client(sideOf('call-1', 'a'));
    house.turn.useKeys([{ kid: 'key-2', secret: Buffer.alloc(32, 8) }]);
    await ann.challenge();
    expect((await ann.allocate()).error).toBe(401);
  });
});

describe('who waits for a call', () => {
  test('may prepare, and reaches nobody until the call is there', async () => {
    const house = openHouse();
    const [ann, bob] = [house.client(waiting('ticket-a')), house.client(waiting('ticket-b'))];
    for (const one of [ann, bob]) expect((await one.allocate()).error).toBeNull();
    expect((await ann.permit(bob.relayed)).error).toBe(403);
    openCall(house, 'call-1');
    expect((await ann.bind(CHANNEL, bob.relayed)).error).toBeNull();
    expect((await bob.bind(CHANNEL, ann.relayed)).error).toBeNull();
    ann.tell(CHANNEL, 'hello');
    expect(await bob.line.hear()).toEqual(channelData(CHANNEL, Buffer.from('hello')));
  });

  test('meets one who has the credentials of the call itself', async () => {
    const house = openHouse();
    const ann = house.client(waiting('ticket-a'));
    await ann.allocate();
    openCall(house, 'call-1');
    const bob = house.client(sideOf('call-1', 'b'));
    await bob.allocate();
    expect((await ann.bind(CHANNEL, bob.relayed)).error).toBeNull();
    expect((await bob.permit(ann.relayed)).error).toBeNull();
  });

  test('with the same ticket in a second call is out of the first, whether or not that was closed', async () => {
    const house = openHouse();
    openCall(house, 'call-1');
    const [ann, bob] = [house.client(waiting('ticket-a')), house.client(waiting('ticket-b'))];
    for (const one of [ann, bob]) await one.allocate();
    await ann.bind(CHANNEL, bob.relayed);
    openCall(house, 'call-2', { a: 'ticket-a', b: 'ticket-c' });
    expect(house.counts().allocations).toBe(0);
    const [again, cem] = [house.client(waiting('ticket-a')), house.client(waiting('ticket-c'))];
    for (const one of [again, cem]) await one.allocate();
    expect((await again.permit(cem.relayed)).error).toBeNull();
    await bob.allocate();
    expect((await bob.permit(again.relayed)).error).toBe(403);
    house.turn.close('call-1');
    expect((await again.refresh(600)).error).toBeNull();
  });
});

describe('allocations', () => {
  test('a request sent twice is one allocation, another one at the same place is a mismatch', async () => {
    const house = openHouse();
    openCall(house, 'call-1');
    const ann = house.client(sideOf('call-1', 'a'));
    await ann.challenge();
    const request = ann.write(ALLOCATE, [UDP_TRANSPORT]);
    const [first, second] = [await ann.ask(request), await ann.ask(request)];
    expect(first).toMatchObject({ type: successOf(ALLOCATE), error: null, signed: 'right' });
    expect(valueOf(second.message, ATTRIBUTE.relayedAddress)).toEqual(valueOf(first.message, ATTRIBUTE.relayedAddress));
    expect(await ann.allocate()).toMatchObject({ error: 437, signed: 'right' });
    expect(house.counts().allocations).toBe(1);
  });

  test('the answer says where one comes from; the relayed address exists nowhere', async () => {
    const house = openHouse();
    openCall(house, 'call-1');
    for (const address of ['198.51.100.7', '2001:db8:0:0:0:0:0:7']) {
      const client = house.client(sideOf('call-1', 'a'), { address });
      const { message } = await client.allocate();
      const mapped = valueOf(message, ATTRIBUTE.mappedAddress);
      expect(mapped && readXorAddress(mapped, message.transactionId)).toEqual({ address, port: client.client.port });
      expect(client.relayed.address).toMatch(/^192\.0\.2\.\d+$/);
    }
  });

  test('Refresh prolongs to 10 minutes, Refresh 0 ends at once, and then there is nothing to refresh', async () => {
    const house = openHouse();
    house.turn.open({ callId: 'call-1', until: house.now + 60 * MINUTE, tickets: { a: null, b: null } });
    const ann = house.client(sideOf('call-1', 'a'), { lastsMs: 60 * MINUTE });
    expect(lifetimeIn(await ann.allocate())).toBe(600);
    house.now += 9 * MINUTE;
    await ann.challenge();
    expect(lifetimeIn(await ann.refresh(30))).toBe(600);
    house.now += 9 * MINUTE;
    await ann.challenge();
    expect(lifetimeIn(await ann.refresh(0))).toBe(0);
    expect(house.counts().allocations).toBe(0);
    expect((await ann.refresh(600)).error).toBe(437);
  });

  test('one that is not refreshed ends after 10 minutes, before anybody has swept', async () => {
    const house = openHouse();
    house.turn.open({ callId: 'call-1', until: house.now + 60 * MINUTE, tickets: { a: null, b: null } });
    const ann = house.client(sideOf('call-1', 'a'), { lastsMs: 60 * MINUTE });
    await ann.allocate();
    house.now += 10 * MINUTE;
    await ann.challenge();
    expect((await ann.refresh(600)).error).toBe(437);
  });

  test('the 33rd of one side is refused, the other side’s and another call’s are not', async () => {
    const house = openHouse();
    openCall(house, 'call-1');
    openCall(house, 'call-2', { a: 'ticket-c', b: 'ticket-d' });
    const granted = async (callId: string, side: 'a' | 'b') => house.client(sideOf(callId, side)).allocate();
    for (let made = 0; made < 32; made++) expect((await granted('call-1', 'a')).error).toBeNull();
    expect(await granted('call-1', 'a')).toMatchObject({ error: 486, signed: 'right' });
    expect((await granted('call-1', 'b')).error).toBeNull();
    expect((await granted('call-2', 'a')).error).toBeNull();
  });

  test('fresh credentials make no second quota', async () => {
    const house = openHouse({ allocationsPerHolder: 1 });
    openCall(house, 'call-1');
    await house.client(sideOf('call-1', 'a')).allocate();
    expect((await house.client(sideOf('call-1', 'a'), { lastsMs: 9 * MINUTE }).allocate()).error).toBe(486);
  });

  test('beyond its channels the relay says so', async () => {
    const house = openHouse({ channels: 1 });
    const [ann] = await house.talking('call-1');
    const more = house.client(sideOf('call-1', 'b'));
    await more.allocate();
    expect((await ann.bind(0x4001, more.relayed)).error).toBe(508);
  });

  test('beyond all there are to give the relay says so', async () => {
    const house = openHouse({ allocations: 2 });
    await house.talking('call-1');
    openCall(house, 'call-2');
    expect((await house.client(sideOf('call-2', 'a')).allocate()).error).toBe(508);
  });
});

describe('requests that are not as they must be', () => {
  const family = (value: number): Attribute => ({
    type: ATTRIBUTE.addressFamily,
    value: Buffer.from([value, 0, 0, 0]),
  });
  const other = (type: number, length = 4): Attribute => ({ type, value: Buffer.alloc(length) });
  const tcp = { type: ATTRIBUTE.transport, value: Buffer.from([6, 0, 0, 0]) };

  test.each<[string, number, readonly Attribute[], number]>([
    ['Allocate without a transport', ALLOCATE, [], 400],
    ['Allocate over TCP', ALLOCATE, [tcp], 442],
    ['Allocate for IPv6', ALLOCATE, [UDP_TRANSPORT, family(2)], 440],
    ['Allocate with DONT-FRAGMENT', ALLOCATE, [UDP_TRANSPORT, other(0x001a, 0)], 420],
    ['Allocate with EVEN-PORT', ALLOCATE, [UDP_TRANSPORT, other(0x0018, 1)], 420],
    ['Refresh without an allocation', REFRESH, [], 437],
  ])('%s', async (_, type, attributes, error) => {
    const house = openHouse();
    openCall(house, 'call-1');
    const ann = house.client(sideOf('call-1', 'a'));
    await ann.challenge();
    expect(await ann.ask(ann.write(type, attributes))).toMatchObject({ type: errorOf(type), error, signed: 'right' });
  });

  test.each<[string, number, readonly Attribute[], number]>([
    ['Refresh with a lifetime of 2 bytes', REFRESH, [other(ATTRIBUTE.lifetime, 2)], 400],
    ['Refresh for IPv6', REFRESH, [family(2)], 440],
    ['CreatePermission for nobody', CREATE_PERMISSION, [], 400],
    ['CreatePermission for half an address', CREATE_PERMISSION, [other(ATTRIBUTE.peerAddress, 5)], 400],
    ['ChannelBind without a number', CHANNEL_BIND, [], 400],
    ['ChannelBind below 0x4000', CHANNEL_BIND, [{ type: ATTRIBUTE.channelNumber, value: uint32(0x3fff0000) }], 400],
    ['ChannelBind above 0x4fff', CHANNEL_BIND, [{ type: ATTRIBUTE.channelNumber, value: uint32(0x50000000) }], 400],
    ['ChannelBind for nobody', CHANNEL_BIND, [{ type: ATTRIBUTE.channelNumber, value: uint32(0x40010000) }], 400],
  ])('%s', async (_, type, attributes, error) => {
    const [ann] = await openHouse().talking('call-1');
    expect(await ann.ask(ann.write(type, attributes))).toMatchObject({ type: errorOf(type), error, signed: 'right' });
  });

  test('a channel is for one peer, a peer for one channel', async () => {
    const house = openHouse();
    const [ann, bob] = await house.talking('call-1');
    const more = house.client(sideOf('call-1', 'b'));
    await more.allocate();
    expect((await ann.bind(CHANNEL, more.relayed)).error).toBe(400);
    expect((await ann.bind(0x4001, bob.relayed)).error).toBe(400);
    expect((await ann.bind(0x4001, more.relayed)).error).toBeNull();
  });

  test('what must be understood and is not is named in the refusal', async () => {
    const house = openHouse();
    openCall(house, 'call-1');
    const ann = house.client(sideOf('call-1', 'a'));
    await ann.challenge();
    const { message } = await ann.allocate([other(0x0018), other(0x7abc), other(0x0018), other(0x8abc)]);
    expect(valueOf(message, ATTRIBUTE.unknown)?.toString('hex')).toBe('00187abc');
  });

  test('a signature without a name, realm or nonce is a bad request', async () => {
    const house = openHouse();
    const ann = house.client(sideOf('call-1', 'a'));
    await ann.challenge();
    const unsaid = writeMessage({ type: ALLOCATE, transactionId: Buffer.alloc(12), attributes: [], key: ann.key });
    expect(await ann.ask(unsaid)).toMatchObject({ error: 400, signed: 'unsigned' });
  });

  test.each([
    ['answers', Buffer.concat([Buffer.from([0x01, 0x01]), bindingBody()])],
    ['methods nobody knows', Buffer.concat([Buffer.from([0x00, 0x02]), bindingBody()])],
    ['text', Buffer.from('hello, is anybody there?')],
    ['a datagram of 2,049 bytes', channelData(CHANNEL, Buffer.alloc(2_045))],
    ['three bytes', Buffer.from([0x40, 0x00, 0x00])],
  ])('%s are left without an answer', async (_, bytes) => {
    const house = openHouse();
    const ann = house.client(sideOf('call-1', 'a'));
    ann.line.say(bytes);
    await ann.hearsNothing();
    expect(house.counts().refused['malformed']).toBe(1);
  });

  function bindingBody(): Buffer {
    return writeMessage({ type: BINDING, transactionId: Buffer.alloc(12), attributes: [] }).subarray(2);
  }
});

describe('nonces', () => {
  test('one that is too old is told so with a fresh one, which will do', async () => {
    const house = openHouse();
    house.turn.open({ callId: 'call-1', until: house.now + 60 * MINUTE, tickets: { a: null, b: null } });
    const ann = house.client(sideOf('call-1', 'a'), { lastsMs: 60 * MINUTE });
    await ann.challenge();
    house.now += 10 * MINUTE;
    const stale = await ann.allocate();
    expect(stale).toMatchObject({ error: 438, signed: 'unsigned' });
    ann.heed(stale);
    expect((await ann.allocate()).error).toBeNull();
  });

  test('one client’s is nothing to another: what was overheard cannot be sent again from elsewhere', async () => {
    const house = openHouse();
    openCall(house, 'call-1');
    const [ann, eve] = [
      house.client(sideOf('call-1', 'a')),
      house.client(sideOf('call-1', 'a'), { address: '203.0.113.9' }),
    ];
    await ann.challenge();
    eve.line.say(ann.write(ALLOCATE, [UDP_TRANSPORT]));
    expect((await eve.answer()).error).toBe(438);
  });
});

describe('strangers', () => {
  /** Ethernet leaves them their headers: 20 bytes of IPv4 or 40 of IPv6, and 8 of UDP. */
  const onTheWire = (bytes: Buffer, address: string): number => bytes.length + 8 + (address.includes(':') ? 40 : 20);

  test.each(['198.51.100.1', '2001:db8::1'])('get no more than 1.5 times what they sent, at %s', async (address) => {
    const house = openHouse();
    const ann = house.client(sideOf('call-1', 'a'), { address });
    const attributes = { type: ATTRIBUTE.username, value: Buffer.from('x') };
    const requests = [
      writeMessage({ type: BINDING, transactionId: Buffer.alloc(12), attributes: [] }),
      writeMessage({ type: BINDING, transactionId: Buffer.alloc(12), attributes: [{ ...attributes, type: 0x0018 }] }),
      writeMessage({ type: ALLOCATE, transactionId: Buffer.alloc(12), attributes: [UDP_TRANSPORT] }),
      writeMessage({ type: ALLOCATE, transactionId: Buffer.alloc(12), attributes: [], key: Buffer.from('key') }),
    ];
    for (const request of requests) {
      const { bytes } = await ann.ask(request);
      expect(onTheWire(bytes, address) / onTheWire(request, address)).toBeLessThanOrEqual(1.5);
    }
  });

  test('of one network get 200 answers at once and 50 a second; others are not held back', async () => {
    const house = openHouse();
    const request = writeMessage({ type: BINDING, transactionId: Buffer.alloc(12), attributes: [] });
    const flood = house.client(sideOf('call-1', 'a'), { address: '2001:db8:1:2:3:4:5:6' });
    const heard = async (client: TurnClient): Promise<number> => {
      for (let count = 0; ; count++) if ((await client.line.hear().catch(() => null)) === null) return count;
    };
    for (let sent = 0; sent < 1_000; sent++) flood.line.say(request);
    expect(await heard(flood)).toBe(200);
    const neighbour = house.client(sideOf('call-1', 'a'), { address: '2001:db8:1:2::1' });
    expect(networkOf(neighbour.client.address)).toBe(networkOf(flood.client.address));
    neighbour.line.say(request);
    expect(await heard(neighbour)).toBe(0);
    const other = house.client(sideOf('call-1', 'a'), { address: '2001:db8:1:3::1' });
    other.line.say(request);
    expect(await heard(other)).toBe(1);
    house.now += 1_000;
    for (let sent = 0; sent < 1_000; sent++) flood.line.say(request);
    expect(await heard(flood)).toBe(50);
    expect(house.counts().refused['withheld']).toBe(800 + 1 + 950);
  });
});

test('peers of a request may be many, each permitted', async () => {
  const house = openHouse();
  const [ann, bob] = await house.talking('call-1');
  const more = house.client(sideOf('call-1', 'b'));
  await more.allocate();
  expect((await ann.permit(bob.relayed, more.relayed)).error).toBeNull();
  await more.permit(ann.relayed);
  more.send(ann.relayed, 'hello');
  expect(readIndication(await ann.answer())).toEqual({ from: more.relayed, text: 'hello' });
});

test('a Send indication with what must be understood and is not is dropped', async () => {
  const house = openHouse();
  const [ann, bob] = await house.talking('call-1');
  const transactionId = Buffer.alloc(12, 3);
  const attributes = [
    peerAttribute(bob.relayed, transactionId),
    { type: ATTRIBUTE.data, value: Buffer.from('x') },
    { type: 0x001a, value: Buffer.alloc(0) },
  ];
  ann.line.say(writeMessage({ type: 0x0016, transactionId, attributes }));
  await bob.hearsNothing();
});
