import { describe, expect, test } from 'vitest';
import { networkOf } from '../http/address.ts';
import {
  ALLOCATE,
  ATTRIBUTE,
  BINDING,
  CHANNEL_BIND,
  CREATE_PERMISSION,
  errorOf,
  REFRESH,
  successOf,
  uint32,
  valueOf,
  writeMessage,
  type Attribute,
} from './stun.ts';
import { CHANNEL, MINUTE, openHouse, sideOf } from './testing/house.ts';
import { channelData, lifetimeIn, UDP_TRANSPORT, type TurnClient } from './testing/turn-client.ts';
import { readXorAddress } from './xor-address.ts';

describe('allocations', () => {
  test('a request sent twice is one allocation, another one at the same place is a mismatch', async () => {
    const house = openHouse();
    house.openCall('call-1');
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
    house.openCall('call-1');
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
    house.openCall('call-1');
    house.openCall('call-2', { a: 'ticket-c', b: 'ticket-d' });
    const granted = async (callId: string, side: 'a' | 'b') => house.client(sideOf(callId, side)).allocate();
    for (let made = 0; made < 32; made++) expect((await granted('call-1', 'a')).error).toBeNull();
    expect(await granted('call-1', 'a')).toMatchObject({ error: 486, signed: 'right' });
    expect((await granted('call-1', 'b')).error).toBeNull();
    expect((await granted('call-2', 'a')).error).toBeNull();
  });

  test('fresh credentials make no second quota', async () => {
    const house = openHouse({ allocationsPerHolder: 1 });
    house.openCall('call-1');
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
    house.openCall('call-2');
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
    house.openCall('call-1');
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
    house.openCall('call-1');
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

describe('strangers', () => {
  /** Counts what Ethernet carries: 20 bytes of IPv4 header or 40 of IPv6, and 8 of UDP. */
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
    const other = house.client(sideOf('call-1', 'a'), { address: '2001:db8:1:100::1' });
    other.line.say(request);
    expect(await heard(other)).toBe(1);
    house.now += 1_000;
    for (let sent = 0; sent < 1_000; sent++) flood.line.say(request);
    expect(await heard(flood)).toBe(50);
    expect(house.counts().refused['withheld']).toBe(800 + 1 + 950);
  });
});
