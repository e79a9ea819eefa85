import { describe, expect, test, vi } from 'vitest';
import { sealCredentials } from './credentials.ts';
import { ALLOCATE } from './stun.ts';
import { CHANNEL, KEY, MINUTE, openHouse, sideOf, waiting, type House } from './testing/house.ts';
import { channelData, lifetimeIn, TurnClient, UDP_TRANSPORT } from './testing/turn-client.ts';

describe('credentials', () => {
  const refusals: [string, (house: House) => TurnClient][] = [
    ['expired', (house) => house.client(sideOf('call-1', 'a'), { lastsMs: -1_000 })],
    ['for a call that is not open', (house) => house.client(sideOf('call-9', 'a'))],
    ['sealed with a key nobody knows', (house) => house.client(sideOf('call-1', 'a'), { kid: 'key-9' })],
    ['with another password', (house) => forged(house, { credential: 'guess' })],
    ['named constructor', (house) => forged(house, { username: 'constructor', credential: String({}.constructor) })],
    ['named __proto__', (house) => forged(house, { username: '__proto__', credential: '[object Object]' })],
    ['for a third side', (house) => forged(house, { username: `1999999999:${KEY.kid}:call-1.c` })],
    ['prolonged', (house) => forged(house, prolonged(house))],
  ];

  function forged(house: House, change: { username?: string; credential?: string }): TurnClient {
    const honest = house.client(sideOf('call-1', 'a'));
    return new TurnClient(honest.line, { ...honest.credentials, ...change });
  }

  function prolonged({ now }: { now: number }): { username: string } {
    return { username: sealCredentials(KEY, sideOf('call-1', 'a'), now + 86_400_000).username };
  }

  test.each(refusals)('%s grant nothing', async (_, attempt) => {
    const house = openHouse();
    house.openCall('call-1');
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
    house.openCall('call-1');
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
    house.openCall('call-1');
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
    house.openCall('call-1');
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
    house.openCall('call-1');
    const ann = house.client(sideOf('call-1', 'a'));
    const bob = new TurnClient(ann.line, house.client(sideOf('call-1', 'b')).credentials);
    const transactionId = Buffer.alloc(12, 5);
    for (const one of [ann, bob]) await one.challenge();
    expect((await ann.ask(ann.write(ALLOCATE, [UDP_TRANSPORT], transactionId))).error).toBeNull();
    expect((await bob.ask(bob.write(ALLOCATE, [UDP_TRANSPORT], transactionId))).error).toBe(437);
  });

  test('a retired key grants nothing any more', async () => {
    const house = openHouse();
    house.openCall('call-1');
    const ann = house.client(sideOf('call-1', 'a'));
    house.turn.useKeys([{ kid: 'key-2', secret: Buffer.alloc(32, 8) }]);
    await ann.challenge();
    expect((await ann.allocate()).error).toBe(401);
  });
});

describe('who waits for a call', () => {
  const asks = {
    permission: (one: TurnClient, other: TurnClient) => one.permit(other.relayed),
    channel: (one: TurnClient, other: TurnClient) => one.bind(CHANNEL, other.relayed),
  };

  test('may prepare, and reaches nobody until the call is there', async () => {
    const house = openHouse();
    const [ann, bob] = [house.client(waiting('ticket-a')), house.client(waiting('ticket-b'))];
    for (const one of [ann, bob]) expect((await one.allocate()).error).toBeNull();
    for (const ask of Object.values(asks)) {
      await expect(ask(ann, bob)).rejects.toThrow('no answer');
      await expect(ask(bob, ann)).rejects.toThrow('no answer');
    }
    ann.tell(CHANNEL, 'are you there?');
    ann.send(bob.relayed, 'are you there?');
    await bob.hearsNothing();
    house.openCall('call-1');
    expect((await ann.bind(CHANNEL, bob.relayed)).error).toBeNull();
    expect((await bob.bind(CHANNEL, ann.relayed)).error).toBeNull();
    ann.tell(CHANNEL, 'hello');
    expect(await bob.line.hear()).toEqual(channelData(CHANNEL, Buffer.from('hello')));
    expect(house.counts().packets).toBe(1);
  });

  test.each(['permission', 'channel'] as const)(
    'has no answer before their call is known here, where a refusal would be for good: a %s',
    async (what) => {
      const house = openHouse();
      const [ann, bob] = [house.client(waiting('ticket-a')), house.client(waiting('ticket-b'))];
      for (const one of [ann, bob]) await one.allocate();
      const said = vi.spyOn(ann.line, 'say');
      await expect(asks[what](ann, bob)).rejects.toThrow('no answer');
      expect(house.counts().refused).toMatchObject({ 'too-early': 1, forbidden: 0 });
      house.openCall('call-1');
      // Browsers repeat the same request.
      expect(await ann.ask(said.mock.calls[0]![0])).toMatchObject({ error: null, signed: 'right' });
    },
  );

  test('is refused when no call comes for five seconds', async () => {
    const house = openHouse();
    const [ann, bob] = [house.client(waiting('ticket-a')), house.client(waiting('ticket-b'))];
    for (const one of [ann, bob]) await one.allocate();
    await expect(ann.permit(bob.relayed)).rejects.toThrow('no answer');
    house.now += 4_999;
    await expect(ann.permit(bob.relayed)).rejects.toThrow('no answer');
    house.now += 1;
    for (const ask of Object.values(asks)) expect((await ask(ann, bob)).error).toBe(403);
    await expect(bob.permit(ann.relayed)).rejects.toThrow('no answer');
  });

  test('and says what nobody understands, or has no place here, is told so', async () => {
    const house = openHouse();
    const ann = house.client(waiting('ticket-a'));
    await ann.challenge();
    expect((await ann.permit(ann.relayed)).error).toBe(437);
    await ann.allocate();
    expect((await ann.permit()).error).toBe(400);
  });

  test('meets one who has the credentials of the call itself', async () => {
    const house = openHouse();
    const ann = house.client(waiting('ticket-a'));
    await ann.allocate();
    house.openCall('call-1');
    const bob = house.client(sideOf('call-1', 'b'));
    await bob.allocate();
    expect((await ann.bind(CHANNEL, bob.relayed)).error).toBeNull();
    expect((await bob.permit(ann.relayed)).error).toBeNull();
  });

  test('with the same ticket in a second call is out of the first, whether or not that was closed', async () => {
    const house = openHouse();
    house.openCall('call-1');
    const [ann, bob] = [house.client(waiting('ticket-a')), house.client(waiting('ticket-b'))];
    for (const one of [ann, bob]) await one.allocate();
    await ann.bind(CHANNEL, bob.relayed);
    house.openCall('call-2', { a: 'ticket-a', b: 'ticket-c' });
    expect(house.counts().allocations).toBe(0);
    const [again, cem] = [house.client(waiting('ticket-a')), house.client(waiting('ticket-c'))];
    for (const one of [again, cem]) await one.allocate();
    expect((await again.permit(cem.relayed)).error).toBeNull();
    await bob.allocate();
    await expect(bob.permit(again.relayed)).rejects.toThrow('no answer');
    house.turn.close('call-1');
    expect((await again.refresh(600)).error).toBeNull();
  });
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
    house.openCall('call-1');
    const [ann, eve] = [
      house.client(sideOf('call-1', 'a')),
      house.client(sideOf('call-1', 'a'), { address: '203.0.113.9' }),
    ];
    await ann.challenge();
    eve.line.say(ann.write(ALLOCATE, [UDP_TRANSPORT]));
    expect((await eve.answer()).error).toBe(438);
  });
});
