import { beforeEach, describe, expect, test } from 'vitest';
import { createCourier, type Courier, type Resolve } from './courier.ts';
import { openBrowser } from './testing/browser.ts';
import { hostileEndpoints } from './testing/hostile.ts';
import { news, openPushHouse, SUBJECT, type PushNode } from './testing/house.ts';
import { startPushService } from './testing/push-service.ts';

const house = await openPushHouse();
const { service, clock, database, sendAll } = house;

let node: PushNode;
beforeEach(async () => {
  await database.read.deleteFrom('push.outgoing').execute();
  service.deliveries.length = 0;
  service.requests.length = 0;
  node = house.node();
});

const delivered = (): string[] => service.deliveries.map(({ browser }) => browser);
const browsersLeft = async (userId: string): Promise<number> =>
  (await database.read.selectFrom('push.subscription').where('user_id', '=', userId).selectAll().execute()).length;

describe('a push', () => {
  test('is encrypted for its browser and signed for its service, with how long it counts and how much it hurries', async () => {
    const ann = await house.newcomer('laptop', 'phone');
    await house.wake(news(ann));
    await sendAll(node);
    expect(delivered().toSorted()).toEqual(['laptop', 'phone']);
    const [one, other] = service.deliveries;
    expect(one).toMatchObject({
      ttl: 86400,
      urgency: 'normal',
      claims: {
        aud: `https://127.0.0.1:${service.port}`,
        sub: SUBJECT,
        exp: clock.now() / 1e3 + 43200,
      },
      payload: {
        notification: { title: 'News from the moderators' },
        data: { kind: 'moderation' },
      },
    });
    expect(one?.topic).not.toBe(other?.topic);
    expect(await house.waiting()).toEqual([]);
  });

  test('of a match counts 5 s and of a call 45 s, both before all others', async () => {
    const ann = await house.newcomer('pocket');
    await house.wake(news(ann));
    await clock.advance(1);
    await house.wake({ kind: 'found', userId: ann, about: null, roomId: null });
    await sendAll(node);
    expect(service.deliveries.map(({ payload, ttl, urgency }) => [payload.data.kind, ttl, urgency])).toEqual([
      ['found', 5, 'high'],
      ['moderation', 86_400, 'normal'],
    ]);
  });

  test('is not sent once nobody wants it any more: after 5 s there is no match to come back to', async () => {
    const ann = await house.newcomer('asleep');
    // No node looks at the queue every second meanwhile.
    house.stopNodes();
    await house.wake({ kind: 'found', userId: ann, about: null, roomId: null });
    await clock.advance(5_000);
    node = house.node();
    await sendAll(node);
    expect([service.requests, node.losses, await house.waiting()]).toEqual([[], ['expired'], []]);
  });

  test('is written with what it tells, or not at all', async () => {
    const ann = await house.newcomer('undone');
    const undone = database.transaction(async () => {
      await house.wake(news(ann));
      throw new Error('it did not happen');
    });
    await expect(undone).rejects.toThrow();
    await sendAll(node);
    expect(service.requests).toEqual([]);
  });
});

test('of a browser that leaves at the same moment nobody waits, and what was told is not lost with it', async () => {
  const ann = await house.newcomer('leaving');
  const [left, told] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const leaving = database.transaction(async (tx) => {
    await tx.db.deleteFrom('push.subscription').where('user_id', '=', ann).execute();
    left.resolve();
    await told.promise;
  });
  await left.promise;
  await house.wake(news(ann));
  told.resolve();
  await leaving;
  expect(await house.waiting()).toEqual([]);
});

describe('a push service', () => {
  test.each([404, 410])('that answers %i is told no more: the browser has gone', async (status) => {
    const ann = await house.newcomer(`gone ${status}`, `here ${status}`);
    service.answer(`gone ${status}`, status);
    await house.wake(news(ann));
    await sendAll(node);
    expect([delivered(), node.losses, await browsersLeft(ann)]).toEqual([[`here ${status}`], ['gone'], 1]);
  });

  test('that answers 429 is left alone as long as it asks for, to the millisecond', async () => {
    const ann = await house.newcomer('busy');
    service.answer('busy', { status: 429, headers: { 'retry-after': '120' } });
    await house.wake(news(ann));
    await sendAll(node);
    await clock.advance(119_999);
    await sendAll(node);
    expect(service.requests).toEqual(['busy']);
    service.answer('busy', 201);
    await clock.advance(1);
    await sendAll(node);
    expect([service.requests, delivered()]).toEqual([['busy', 'busy'], ['busy']]);
  });

  test.each([500, 502, 503])('that answers %i is asked again, each time later', async (status) => {
    const name = `broken ${status}`;
    const ann = await house.newcomer(name);
    service.answer(name, status);
    await house.wake(news(ann));
    await sendAll(node);
    for (const [shortest, longest] of [
      [2_500, 5_000],
      [5_000, 10_000],
      [10_000, 20_000],
    ] as const) {
      const before = service.requests.length;
      await clock.advance(shortest - 1);
      await sendAll(node);
      expect(service.requests).toHaveLength(before);
      await clock.advance(longest - shortest + 1);
      await sendAll(node);
      expect(service.requests).toHaveLength(before + 1);
    }
    expect(await house.waiting()).toEqual(['moderation']);
  });

  test('that is down is asked until it is back; what would come too late is given up', async () => {
    const down = await startPushService();
    const { token } = down.subscribe('away');
    const ann = await house.newcomer();
    await house.register({ userId: ann, token });
    await down.stop();
    await house.wake(news(ann), { kind: 'found', userId: ann, about: null, roomId: null });
    await sendAll(node);
    expect([(await house.waiting()).length, down.deliveries]).toEqual([2, []]);
    await clock.advance(5_000);
    await sendAll(node);
    expect([await house.waiting(), node.losses.length]).toEqual([['moderation'], 1]);
    const back = await startPushService({ port: down.port });
    back.adopt(down);
    await clock.advance(10_000);
    await sendAll(node);
    expect(back.deliveries).toMatchObject([{ browser: 'away', payload: { data: { kind: 'moderation' } } }]);
    await back.stop();
  });

  test.each([301, 302, 307, 308, 400, 401, 403, 413])(
    'that answers %i is believed: once, and followed nowhere',
    async (status) => {
      const name = `refuses ${status}`;
      const ann = await house.newcomer(name);
      const elsewhere = `https://127.0.0.1:${service.port}/push/elsewhere`;
      service.answer(name, { status, headers: { location: elsewhere } });
      await house.wake(news(ann));
      await sendAll(node);
      expect([service.requests, node.losses, await house.waiting()]).toEqual([[name], ['refused'], []]);
    },
  );

  test.each([401, 403])(
    'that answers %i to our key is asked for that browser once an hour, and not for each push',
    async (status) => {
      const name = `another key ${status}`;
      const ann = await house.newcomer(name, `still here ${status}`);
      service.answer(name, status);
      for (let n = 0; n < 61; n++) {
        await house.wake(news(ann));
        await sendAll(node);
      }
      const asked = () => service.requests.filter((browser) => browser === name).length;
      expect([asked(), delivered().length, await house.waiting()]).toEqual([1, 61, []]);
      service.answer(name, 201);
      await clock.advance(3_599_999);
      await house.wake(news(ann));
      await sendAll(node);
      expect(asked()).toBe(1);
      await clock.advance(1);
      await house.wake(news(ann));
      await sendAll(node);
      expect(asked()).toBe(2);
    },
  );

  test('that gives one browser no answer holds nobody else up', async () => {
    const ann = await house.newcomer('hangs', 'answers');
    service.answer('hangs', 'silence');
    await house.wake(news(ann), { kind: 'found', userId: ann, about: null, roomId: null });
    node.look();
    await expect.poll(delivered).toEqual(['answers', 'answers']);
    expect(service.requests.filter((name) => name === 'hangs')).toHaveLength(1);
    const bob = await house.newcomer('somebody else’s');
    await house.wake(news(bob));
    node.look();
    await expect.poll(delivered).toContain('somebody else’s');
  });
});

test('a service that gives 80 browsers no answer has 32 of them at once, and another one’s are sent meanwhile', async () => {
  const mute: string[] = [];
  const courier = createCourier({ named: ['127.0.0.1'] });
  node = house.node({
    ...courier,
    deliver(parcel) {
      if (!parcel.endpoint.startsWith('https://fcm.googleapis.com/')) return courier.deliver(parcel);
      mute.push(parcel.endpoint);
      return new Promise(() => {});
    },
  });
  async function wakeThere(count: number): Promise<void> {
    for (let n = 0; n < count; n++) {
      const userId = await house.newcomer();
      await house.register({ userId, token: openBrowser(`https://fcm.googleapis.com/fcm/send/${userId}`).token });
      await house.wake(news(userId));
    }
  }
  await wakeThere(20);
  node.look();
  await expect.poll(() => mute).toHaveLength(20);
  await wakeThere(60);
  await clock.advance(1);
  for (const name of ['behind them', 'another']) {
    await house.wake(news(await house.newcomer(name)));
    node.look();
    await expect.poll(delivered).toContain(name);
  }
  expect(mute).toHaveLength(32);
});

describe('the queue', () => {
  /** Kills the node that sends 80 after 30 of them; returns how many have arrived once its successor is done. */
  async function deliveredOverAKill(name: string, meanwhile: () => Promise<unknown> = async () => {}): Promise<number> {
    const browsers = (n: number): [string, string] => [`${name} ${n}a`, `${name} ${n}b`];
    const people = await Promise.all(Array.from({ length: 40 }, (_, n) => house.newcomer(...browsers(n))));
    await house.wake(...people.map(news));
    let taken = 0;
    const killed: Courier = {
      // After 30 it is dead: what it has under way never settles.
      deliver: async (parcel) =>
        ++taken <= 30 ? createCourier({ named: ['127.0.0.1'] }).deliver(parcel) : new Promise(() => {}),
      stop: () => {},
    };
    house.node(killed).look();
    await expect.poll(() => taken).toBeGreaterThan(50);
    await expect.poll(() => service.deliveries.length).toBe(30);
    await meanwhile();
    const successor = house.node();
    await clock.advance(20_000);
    await sendAll(successor);
    expect(await house.waiting()).toEqual([]);
    return new Set(delivered()).size;
  }

  test('loses none of 80 when the node that sends them is killed in the middle', async () => {
    expect(await deliveredOverAKill('kept')).toBe(80);
  });

  test('control: a queue that forgets what is in the hands of a dead node loses it, and it is noticed', async () => {
    const forget = () => database.read.deleteFrom('push.outgoing').execute();
    expect(await deliveredOverAKill('forgotten', forget)).toBe(30);
  });

  test('is shared by two nodes: each push is sent once', async () => {
    const people = await Promise.all(Array.from({ length: 30 }, (_, n) => house.newcomer(`c${n}`, `d${n}`)));
    await house.wake(...people.map(news));
    await Promise.all([sendAll(node), sendAll(house.another())]);
    await sendAll(node);
    expect([service.requests.length, new Set(delivered()).size]).toEqual([60, 60]);
  });

  test('holds one of ten for the same place, and hands a browser over without what was for another', async () => {
    const ann = await house.newcomer('shared');
    const bob = await house.newcomer();
    for (let n = 0; n < 10; n++) await house.wake(news(ann));
    expect(await house.waiting()).toEqual(['moderation']);
    await house.register({ userId: bob, token: service.subscribe('shared').token });
    expect(await house.waiting()).toEqual([]);
  });
});

describe('nothing but a push service is ever connected to', () => {
  test('0 connections to 78 hostile addresses that stand in the table all the same', async () => {
    const trap = await startPushService();
    const courier = createCourier({ named: [] });
    for (const endpoint of hostileEndpoints(trap.port)) {
      expect(await courier.deliver({ endpoint, headers: {}, body: Buffer.of() }), endpoint).toEqual({
        kind: 'forbidden',
      });
    }
    expect(trap.connections()).toBe(0);
    courier.stop();
    await trap.stop();
  });

  test('0 connections where the name of a known service leads to one’s own machine, its neighbours or its metadata', async () => {
    const trap = await startPushService();
    const addresses = [
      '127.0.0.1',
      '0.0.0.0',
      '10.1.2.3',
      '100.64.0.1',
      '169.254.169.254',
      '172.31.0.1',
      '192.168.0.1',
      '224.0.0.1',
      '::1',
      '::',
      '::ffff:127.0.0.1',
      '::ffff:a9fe:a9fe',
      '64:ff9b::7f00:1',
      '64:ff9b:1::a00:1',
      '2002:7f00:1::1',
      '2001::7f00:1',
      'fe80::1',
      'fc00::1',
      'fd00:ec2::254',
      'ff02::1',
      '::127.0.0.1',
      '2001:db8::1',
      '100::1',
    ];
    for (const address of addresses) {
      const at = { address, family: address.includes(':') ? 6 : 4 };
      for (const answer of [[at], [{ address: '8.8.8.8', family: 4 }, at]]) {
        const courier = createCourier({ named: [], resolve: (_name, done) => done(null, answer) });
        const parcel = { endpoint: 'https://fcm.googleapis.com/fcm/send/x', headers: {}, body: Buffer.of() };
        expect(await courier.deliver(parcel), address).toEqual({ kind: 'forbidden' });
        courier.stop();
      }
    }
    expect(trap.connections()).toBe(0);
    await trap.stop();
  });

  test('a name that leads elsewhere the next time is looked at the next time: 0 connections', async () => {
    const trap = await startPushService();
    let asked = 0;
    const rebinding: Resolve = (_name, done) => {
      asked++;
      done(null, [{ address: asked === 1 ? '192.0.2.255' : '127.0.0.1', family: 4 }]);
    };
    const courier = createCourier({ named: [], resolve: rebinding });
    const parcel = { endpoint: 'https://web.push.apple.com/x', headers: {}, body: Buffer.of() };
    for (let n = 0; n < 3; n++) expect(await courier.deliver(parcel)).toEqual({ kind: 'forbidden' });
    expect([asked, trap.connections()]).toEqual([3, 0]);
    courier.stop();
    await trap.stop();
  });
});
