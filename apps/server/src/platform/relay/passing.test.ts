import { describe, expect, test } from 'vitest';
import { ATTRIBUTE, DATA_INDICATION, writeMessage } from './stun.ts';
import { CHANNEL, MINUTE, openHouse, sideOf } from './testing/house.ts';
import { channelData, peerAttribute, readIndication } from './testing/turn-client.ts';

/** An address beyond all that `openHouse` gives out. */
const NOWHERE = { address: '192.0.2.200', port: 5_000 };

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
    house.openCall('call-1');
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
    house.openCall('call-1');
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
    house.openCall('call-1');
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
    house.openCall('call-1');
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

  test('a side with many allocations sends no more than with one, and new ones do not begin anew', async () => {
    const house = openHouse({ bytesPerSecond: 64_000, burstBytes: 128_000 });
    const [ann, bob] = await house.talking('call-1');
    const packet = 'x'.repeat(1_000);
    for (let more = 0; more < 4; more++) {
      const other = house.client(sideOf('call-1', 'a'));
      await other.allocate();
      await bob.permit(other.relayed);
      await other.bind(CHANNEL, bob.relayed);
      for (let sent = 0; sent < 100; sent++) other.tell(CHANNEL, packet);
      await other.refresh(0);
    }
    ann.tell(CHANNEL, packet);
    expect(house.counts()).toMatchObject({ bytes: 128_000, refused: { bandwidth: 4 * 100 + 1 - 128 } });
  });
});

describe('nobody else is reached', () => {
  const PRIVATE = ['127.0.0.1', '::1', '10.0.0.1', '172.16.0.1', '192.168.0.1', '169.254.169.254', 'fd00::1'];

  test('an address where nothing is, loopback, private networks, a cloud’s own and one’s own are forbidden', async () => {
    const house = openHouse();
    const [ann] = await house.talking('call-1');
    for (const peer of [NOWHERE, ...PRIVATE.map((address) => ({ address, port: 80 })), ann.relayed]) {
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
