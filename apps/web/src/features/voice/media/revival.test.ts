import type { IceServers } from '@yonder/contract';
import { describe, expect, test } from 'vitest';
import { answerTo, bench, candidate, die, offerOf, SERVERS, settle } from './testing.ts';

describe('what the connection says', () => {
  test('connected is up, failed is down', async () => {
    const { connections, told } = bench('offerer');
    await settle();
    connections[0]?.become('connected');
    connections[0]?.become('failed');
    expect(told).toEqual(['delivered', 'up', 'down']);
  });

  test('a dead path is offered anew at once and 400 ms after every answer, until something comes through', async () => {
    const one = bench('offerer');
    const { peer, connections, offers, fire } = one;
    const answer = async () => {
      peer.receive(answerTo(offers.at(-1) ?? ''));
      await settle();
    };
    await settle();
    await answer();
    await die(one);
    expect(offers).toHaveLength(2);
    for (let times = 3; times <= 5; times++) {
      await answer();
      await fire(400);
      expect(offers).toHaveLength(times);
    }
    await answer();
    connections[0]?.become('disconnected');
    await fire(400);
    expect(offers).toHaveLength(5);
  });

  test('a dead path that comes back while it is being offered anew is left alone', async () => {
    const hold = Promise.withResolvers<IceServers>();
    let asked = 0;
    let now = 0;
    const one = bench('offerer', {
      iceServers: () => (++asked === 3 ? hold.promise : Promise.resolve(SERVERS)),
      serverNow: () => now,
    });
    const { peer, connections, offers, fire } = one;
    await settle();
    peer.receive(answerTo(offers[0] ?? ''));
    await settle();
    await die(one);
    peer.receive(answerTo(offers[1] ?? ''));
    await settle();
    now += 8_000;
    await fire(400);
    expect(asked).toBe(3);
    connections[0]?.become('disconnected');
    hold.resolve(SERVERS);
    await settle();
    expect(offers).toHaveLength(2);
  });

  test('a candidate gives a dead path another 400 ms', async () => {
    const one = bench('offerer');
    const { peer, offers, timers } = one;
    await settle();
    peer.receive(answerTo(offers[0] ?? ''));
    await settle();
    await die(one);
    peer.receive(answerTo(offers[1] ?? ''));
    await settle();
    const [before] = timers.filter(({ ms }) => ms === 400);
    peer.receive(candidate('theirs', 'theirs'));
    await settle();
    const after = timers.filter(({ ms }) => ms === 400);
    expect(after).toHaveLength(1);
    expect(after[0]).not.toBe(before);
  });

  test.each([
    ['the answer takes', 0, 700],
    ['the sending takes', 700, 0],
  ])('a dead path waits for an answer, and where %s 700 ms for 1.5 times that', async (_, sending, answering) => {
    let now = 0;
    const one = bench('offerer', {
      serverNow: () => now,
      send: async () => {
        now += sending;
        return 'delivered';
      },
    });
    const { peer, offers, fire } = one;
    await settle();
    peer.receive(answerTo(offers[0] ?? ''));
    await settle();
    await die(one);
    expect(offers).toHaveLength(2);
    now += answering;
    peer.receive(answerTo(offers[1] ?? ''));
    await settle();
    await fire(400);
    expect(offers).toHaveLength(2);
    await fire(1_050);
    expect(offers).toHaveLength(3);
  });

  test('a dead path is offered anew for 10 s from the delivery of an attempt on, and again with the next attempt', async () => {
    let now = 0;
    const one = bench('offerer', { serverNow: () => now });
    const { peer, offers, fire } = one;
    const answer = async () => {
      peer.receive(answerTo(offers.at(-1) ?? ''));
      await settle();
    };
    await settle();
    await answer();
    await die(one);
    await answer();
    now = 9_999;
    await fire(400);
    expect(offers).toHaveLength(3);
    await answer();
    now = 10_000;
    await fire(400);
    expect(offers).toHaveLength(3);
    peer.restart();
    await settle();
    await answer();
    await fire(400);
    expect(offers).toHaveLength(5);
  });

  test('an offer that waits for its answer is not replaced by a revival that was wanted before', async () => {
    const hold = Promise.withResolvers<IceServers>();
    let asked = 0;
    const { peer, connections, offers } = bench('offerer', {
      iceServers: () => (++asked === 2 ? hold.promise : Promise.resolve(SERVERS)),
    });
    await settle();
    peer.receive(answerTo(offers[0] ?? ''));
    await settle();
    peer.restart();
    await settle();
    connections[0]?.become('failed');
    await settle();
    hold.resolve(SERVERS);
    await settle();
    expect(offers).toHaveLength(2);
  });

  test('an offer that waits for its answer is sent again, also when the path dies once more meanwhile', async () => {
    const one = bench('offerer');
    const { peer, connections, offers, fire } = one;
    await settle();
    peer.receive(answerTo(offers[0] ?? ''));
    await settle();
    await die(one);
    connections[0]?.become('connecting');
    connections[0]?.become('failed');
    await settle();
    await fire(4_000);
    expect(offers).toHaveLength(3);
    expect(offers[2]).toBe(offers[1]);
  });

  test('an offer without an answer is not sent again once a newer one is being made', async () => {
    const hold = Promise.withResolvers<IceServers>();
    let asked = 0;
    const { peer, offers, fire } = bench('offerer', {
      iceServers: () => (++asked === 2 ? hold.promise : Promise.resolve(SERVERS)),
    });
    await settle();
    peer.restart();
    await settle();
    await fire(4_000);
    hold.resolve(SERVERS);
    await settle();
    expect(offers.map((sdp) => sdp === offers[0])).toEqual([true, false]);
  });

  test('every attempt has fresh credentials; a revival within it uses those younger than 8 s', async () => {
    let now = 0;
    const one = bench('offerer', { serverNow: () => now });
    const { peer, connections, offers, fire } = one;
    const renewed = () => connections[0]?.log.filter((entry) => entry === 'configuration').length;
    const answer = async () => {
      peer.receive(answerTo(offers.at(-1) ?? ''));
      await settle();
    };
    await settle();
    await answer();
    await die(one);
    expect(renewed()).toBe(1);
    for (const [ms, times] of [
      [7_999, 1],
      [8_000, 2],
    ] as const) {
      await answer();
      now = ms;
      await fire(400);
      expect(renewed()).toBe(times);
    }
    peer.restart();
    await settle();
    expect(renewed()).toBe(3);
  });

  test('a restart that was asked for happens, also when a dead path that waits for its turn comes back', async () => {
    const { peer, connections, offers } = bench('offerer');
    await settle();
    peer.receive(answerTo(offers[0] ?? ''));
    await settle();
    connections[0]?.become('failed');
    peer.restart();
    connections[0]?.become('disconnected');
    await settle();
    expect(offers).toHaveLength(2);
  });

  test('two who ask for a restart at once get one', async () => {
    const { peer, offers } = bench('offerer');
    await settle();
    peer.restart();
    peer.restart();
    await settle();
    expect(offers).toHaveLength(2);
  });

  test('the answering side revives nothing by itself', async () => {
    const { peer, connections, timers, told } = bench('answerer');
    peer.receive(offerOf(900));
    await settle();
    connections[0]?.become('failed');
    expect(told).toContain('down');
    expect(timers).toEqual([]);
  });

  test('disconnected is down after 2 s, unless it heals', async () => {
    const { connections, told, fire } = bench('offerer');
    await settle();
    connections[0]?.become('disconnected');
    connections[0]?.become('connected');
    await fire(2_000);
    expect(told).toEqual(['delivered', 'up']);
    connections[0]?.become('disconnected');
    await fire(2_000);
    expect(told).toEqual(['delivered', 'up', 'down']);
  });
});
