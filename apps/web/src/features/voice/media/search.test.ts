import type { IceServers } from '@yonder/contract';
import { describe, expect, test } from 'vitest';
import { answerTo, bench, candidate, die, offerOf, SERVERS, settle } from './testing.ts';

const PATIENCE = [1_500, 2_250, 3_375, 5_000];
/** The waits, except that for the answer. */
const waits = ({ timers }: Pick<ReturnType<typeof bench>, 'timers'>) =>
  timers.filter(({ ms }) => ms !== 4_000).map(({ ms }) => ms);

describe('a path that has not been found yet', () => {
  async function answered(options: Parameters<typeof bench>[1] = {}) {
    const one = bench('offerer', options);
    await settle();
    one.peer.receive(answerTo(one.offers[0] ?? ''));
    await settle();
    return one;
  }

  /** The browser gives up the path, and an attempt is answered. */
  async function failAndOffer({ peer, connections, offers }: ReturnType<typeof bench>): Promise<void> {
    connections[0]?.become('failed');
    peer.restart();
    await settle();
    peer.receive(answerTo(offers.at(-1) ?? ''));
    await settle();
  }

  test.each(['new', 'connecting', 'disconnected'])(
    'is offered anew after every answer, with fresh credentials and ever more patience, while it is %s',
    async (state) => {
      const one = await answered();
      const { peer, connections, offers, fire } = one;
      connections[0]?.become(state);
      for (const [i, ms] of [...PATIENCE, 5_000].entries()) {
        expect(waits(one)).toContain(ms);
        await fire(ms);
        expect(offers).toHaveLength(i + 2);
        expect(waits(one)).not.toContain(ms);
        peer.receive(answerTo(offers.at(-1) ?? ''));
        await settle();
      }
      expect(new Set(offers).size).toBe(6);
      expect(connections[0]?.log).toContain('configuration');
    },
  );

  test('a candidate of either side gives it another 1.5 s, but for one that comes while it is being offered anew', async () => {
    const hold = Promise.withResolvers<IceServers>();
    let asked = 0;
    const one = await answered({ iceServers: () => (++asked === 2 ? hold.promise : Promise.resolve(SERVERS)) });
    const { peer, connections, offers, timers, fire } = one;
    const [first] = timers;
    peer.receive(candidate('theirs', 'theirs'));
    await settle();
    const [second] = timers;
    const ours = { candidate: 'candidate:1 1 udp 1 192.0.2.1 9 typ relay', usernameFragment: 'u' };
    connections[0]?.onicecandidate?.({ candidate: { ...ours, toJSON: () => ours } });
    await settle();
    const [third] = timers;
    expect(new Set([first, second, third]).size).toBe(3);
    expect(waits(one)).toEqual([1_500]);
    await fire(1_500);
    peer.receive(candidate('of an older offer', 'older'));
    hold.resolve(SERVERS);
    await settle();
    expect(offers).toHaveLength(1);
    await fire(1_500);
    expect(offers).toHaveLength(2);
  });

  test('has four times as long as from the beginning of the call to the answer, at most 5 s', async () => {
    for (const [took, ms] of [
      [375, 1_500],
      [700, 2_800],
      [3_900, 5_000],
    ] as const) {
      let now = 1_000;
      const one = bench('offerer', { serverNow: () => now });
      await settle();
      now += took;
      one.peer.receive(answerTo(one.offers[0] ?? ''));
      await settle();
      expect(waits(one)).toEqual([ms]);
    }
  });

  test('the time until the call was acknowledged belongs to it', async () => {
    let now = 0;
    const { peer, offers, timers, fire } = bench('offerer', {
      serverNow: () => now,
      send: () => (now < 500 ? Promise.reject(new Error('not acknowledged yet')) : Promise.resolve('delivered')),
    });
    await settle();
    now = 500;
    await fire(1_000);
    peer.receive(answerTo(offers[0] ?? ''));
    await settle();
    expect(waits({ timers })).toEqual([2_000]);
  });

  test('an answer to an offer that was sent again says nothing new, and has all the time it took where nothing is known', async () => {
    let now = 0;
    const { peer, connections, offers, timers, fire } = bench('offerer', { serverNow: () => now });
    const answer = async (at: number) => {
      now = at;
      peer.receive(answerTo(offers.at(-1) ?? ''));
      await settle();
    };
    await settle();
    now = 700;
    await fire(4_000);
    await answer(800);
    expect(offers).toHaveLength(2);
    expect(waits({ timers })).toEqual([3_200]);
    await fire(3_200);
    await answer(810);
    expect(waits({ timers })).toEqual([2_250]);
    await die({ peer, connections });
    now = 4_810;
    await fire(4_000);
    await answer(4_870);
    expect(offers).toHaveLength(5);
    expect(waits({ timers })).toEqual([400]);
  });

  test('a candidate counts from its arrival, however long it takes to be added', async () => {
    const hold = Promise.withResolvers<void>();
    const one = await answered();
    const { peer, connections, offers, timers, fire } = one;
    if (connections[0]) connections[0].addIceCandidate = () => hold.promise;
    const [before] = timers;
    peer.receive(candidate('theirs', 'theirs'));
    expect(timers).not.toContain(before);
    await fire(1_500);
    peer.receive(candidate('another', 'theirs'));
    hold.resolve();
    await settle();
    expect(offers).toHaveLength(1);
    expect(waits(one)).toEqual([1_500]);
  });

  test('is let be once it is found, though it is not safe to speak on yet', async () => {
    const { connections, offers, fire } = await answered();
    connections[0]?.become('connecting');
    if (connections[0]) connections[0].iceConnectionState = 'connected';
    await fire(1_500);
    expect(offers).toHaveLength(1);
  });

  test('is let be when it is found while its credentials are fetched', async () => {
    const hold = Promise.withResolvers<IceServers>();
    let asked = 0;
    const late = await answered({ iceServers: () => (++asked === 2 ? hold.promise : Promise.resolve(SERVERS)) });
    await late.fire(1_500);
    late.connections[0]?.become('connected');
    hold.resolve(SERVERS);
    await settle();
    expect(asked).toBe(2);
    expect(late.offers).toHaveLength(1);
  });

  test('gives way to an attempt that is asked for before it is offered', async () => {
    const { peer, connections, offers, fire } = await answered();
    const hold = Promise.withResolvers<void>();
    if (connections[0]) connections[0].addIceCandidate = () => hold.promise;
    peer.receive(candidate('theirs', 'theirs'));
    await fire(1_500);
    peer.restart();
    connections[0]?.become('connected');
    hold.resolve();
    await settle();
    expect(offers).toHaveLength(2);
  });

  test('one that was dead is searched for with patience again when its browser begins anew', async () => {
    const one = await answered();
    const { connections, offers, fire } = one;
    await failAndOffer(one);
    expect(waits(one)).toEqual([400]);
    connections[0]?.become('connecting');
    expect(waits(one)).toEqual([1_500]);
    await fire(400);
    expect(offers).toHaveLength(2);
  });

  test('one that was dead is not offered anew once its browser begins anew, while credentials are fetched', async () => {
    const hold = Promise.withResolvers<IceServers>();
    let [asked, now] = [0, 0];
    const one = await answered({
      iceServers: () => (++asked === 3 ? hold.promise : Promise.resolve(SERVERS)),
      serverNow: () => now,
    });
    const { connections, offers, fire } = one;
    await failAndOffer(one);
    now = 8_000;
    await fire(400);
    expect(asked).toBe(3);
    connections[0]?.become('connecting');
    hold.resolve(SERVERS);
    await settle();
    expect(offers).toHaveLength(2);
    expect(waits(one)).toEqual([1_500]);
  });

  test('is not waited for while an offer waits for its answer', async () => {
    const one = await answered();
    await one.fire(1_500);
    one.peer.receive(candidate('theirs', 'theirs'));
    one.connections[0]?.become('connecting');
    await settle();
    expect(waits(one)).toEqual([]);
  });

  test('is for the browser to find when there was one before', async () => {
    const one = await answered();
    one.connections[0]?.become('connected');
    one.connections[0]?.become('disconnected');
    one.peer.receive(candidate('theirs', 'theirs'));
    await settle();
    expect(waits(one)).toEqual([2_000]);
  });

  test('is for the offering side to offer', async () => {
    const one = bench('answerer');
    one.peer.receive(offerOf(900));
    one.peer.receive(candidate('theirs'));
    await settle();
    expect(one.timers).toEqual([]);
  });
});
