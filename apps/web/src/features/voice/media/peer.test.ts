import { describe, expect, test } from 'vitest';
import type { Sent } from './delivery.ts';
import { originOf } from './sdp.ts';
import { answerTo, bench, candidate, FakeConnection, offerOf, SERVERS, settle } from './testing.ts';

describe('the offering side', () => {
  test('offers at once, receive-only with an empty transceiver', async () => {
    const { connections, offers, told } = bench('offerer');
    await settle();
    expect(connections[0]?.log).toEqual(['transceiver empty', 'local offer']);
    expect(offers).toHaveLength(1);
    expect(told).toEqual(['delivered']);
  });

  test('uses the connection that was made ahead, and closes it when it is not needed', async () => {
    const used = new FakeConnection();
    const warm = (connection: FakeConnection) => ({
      connection: connection as unknown as RTCPeerConnection,
      servers: SERVERS,
    });
    const one = bench('offerer', { warm: warm(used) });
    await settle();
    expect(one.connections).toEqual([]);
    expect(used.log).toEqual(['transceiver empty', 'local offer']);
    const unused = new FakeConnection();
    bench('answerer', { warm: warm(unused) }).peer.close();
    await settle();
    expect(unused.log).toEqual(['closed']);
  });

  test('sends its candidates without waiting for what becomes of the offer, until each has arrived', async () => {
    let reachable = true;
    const send = async (): Promise<Sent> => {
      if (!reachable) throw new Error('not there');
      return 'delivered';
    };
    const { connections, candidates, fire } = bench('offerer', { send });
    const gather = async (line: string) => {
      const found = { candidate: line, sdpMid: '0', sdpMLineIndex: 0, usernameFragment: 'u' };
      connections[0]?.onicecandidate?.({ candidate: found });
      await settle();
    };
    await settle();
    await gather('first');
    connections[0]?.onicecandidate?.({ candidate: null });
    reachable = false;
    await gather('second');
    expect(candidates.map((one) => one.candidate)).toEqual(['first']);
    reachable = true;
    await fire(1_000);
    expect(candidates.map((one) => one.candidate)).toEqual(['first', 'second']);
  });

  test('sends the offer that its connection has made ahead as it is', async () => {
    const ahead = new FakeConnection();
    ahead.addTransceiver('audio');
    await ahead.setLocalDescription(await ahead.createOffer());
    const connection = ahead as unknown as RTCPeerConnection;
    const { offers } = bench('offerer', { warm: { connection, servers: SERVERS } });
    await settle();
    expect(ahead.log).toEqual(['transceiver empty', 'local offer']);
    expect(offers).toEqual([ahead.localDescription?.sdp]);
  });

  test('drops an answer to what another tab of the same person had offered', async () => {
    const { peer, connections, offers } = bench('offerer');
    await settle();
    peer.receive(answerTo(offers[0]?.replace(/^o=- \d+/m, 'o=- 77') ?? ''));
    await settle();
    expect(connections[0]?.log).toEqual(['transceiver empty', 'local offer']);
  });

  test('holds their candidates until the answer is set', async () => {
    const { peer, connections, offers } = bench('offerer');
    await settle();
    peer.receive(candidate('early', 'theirs'));
    await settle();
    expect(connections[0]?.log).not.toContain('candidate early');
    peer.receive(answerTo(offers[0] ?? ''));
    peer.receive(candidate('late', 'theirs'));
    peer.receive(candidate('of a later description', 'other'));
    await settle();
    expect(connections[0]?.log.slice(-3)).toEqual([
      `remote answer ${originOf(offers[0] ?? '')}`,
      'candidate early',
      'candidate late',
    ]);
  });

  test('drops answers to old offers and a second answer to the same one', async () => {
    const { peer, connections, offers } = bench('offerer');
    await settle();
    peer.restart();
    await settle();
    expect(connections[0]?.log).toEqual([
      'transceiver empty',
      'local offer',
      'configuration',
      'local rollback',
      'local offer',
    ]);
    peer.receive(answerTo(offers[0] ?? ''));
    peer.receive(answerTo(offers[1] ?? ''));
    peer.receive(answerTo(offers[1] ?? ''));
    await settle();
    expect(connections[0]?.log.filter((entry) => entry.startsWith('remote'))).toEqual([
      `remote answer ${originOf(offers[1] ?? '')}`,
    ]);
  });

  test('a restart overtakes an offer that could not be delivered', async () => {
    let reachable = false;
    const { peer, offers, told } = bench('offerer', {
      send: async () => {
        if (!reachable) throw new Error('not there');
        return 'delivered';
      },
    });
    await settle();
    reachable = true;
    peer.restart();
    await settle();
    expect(offers.map(originOf)).toEqual([expect.stringMatching(/ 3$/)]);
    expect(told).toEqual(['delivered']);
  });

  test('an offer without an answer is sent again, the very same, after 4 s', async () => {
    const { offers, fire } = bench('offerer');
    await settle();
    await fire(4_000);
    expect(offers[1]).toBe(offers[0]);
  });

  test('renews credentials at 60 % of their time', async () => {
    const { peer, connections, offers, fire, timers } = bench('offerer', {
      servers: { ...SERVERS, expiresAt: 600_000 },
    });
    await settle();
    peer.receive(answerTo(offers[0] ?? ''));
    await settle();
    expect(timers.map(({ ms }) => ms)).toContain(360_000);
    await fire(360_000);
    expect(connections[0]?.log.slice(-2)).toEqual(['configuration', 'local offer']);
  });

  test('a renewal that fails changes nothing and is tried again every 10 s', async () => {
    let reachable = true;
    const { peer, connections, offers, fire } = bench('offerer', {
      iceServers: async () => {
        if (!reachable) throw new Error('not there');
        return { ...SERVERS, expiresAt: 600_000 };
      },
    });
    await settle();
    peer.receive(answerTo(offers[0] ?? ''));
    await settle();
    const before = [...(connections[0]?.log ?? [])];
    reachable = false;
    await fire(360_000);
    await fire(10_000);
    expect(connections[0]?.log).toEqual(before);
    reachable = true;
    await fire(10_000);
    expect(connections[0]?.log.slice(before.length)).toEqual(['configuration', 'local offer']);
  });

  test('keeps the newest 100 candidates that came too early', async () => {
    const { peer, connections, offers } = bench('offerer');
    for (let i = 1; i <= 101; i++) peer.receive(candidate(`early ${i}`, 'theirs'));
    for (let i = 0; i < 20; i++) await settle();
    peer.receive(answerTo(offers[0] ?? ''));
    for (let i = 0; i < 20; i++) await settle();
    const added = connections[0]?.log.filter((entry) => entry.startsWith('candidate'));
    expect([added?.length, added?.[0]]).toEqual([100, 'candidate early 2']);
  });

  test('closed in the middle of an await, it does nothing more', async () => {
    const { peer, connections, offers } = bench('offerer');
    peer.close();
    await settle();
    expect(connections).toEqual([]);
    expect(offers).toEqual([]);
  });
});

describe('the answering side', () => {
  test('opens the offer’s transceiver in both directions and answers under its origin', async () => {
    const { peer, connections, answers } = bench('answerer');
    peer.receive(offerOf(900));
    await settle();
    expect(connections[0]?.log).toEqual(['remote offer 900 1', 'local pranswer', 'local answer']);
    expect(connections[0]?.transceiver.direction).toBe('sendrecv');
    expect(answers.map(originOf)).toEqual(['900 1']);
  });

  test('sets its first answer provisionally before: so Chromium uses what was gathered ahead', async () => {
    const { peer, connections } = bench('answerer');
    peer.receive(offerOf(900));
    peer.receive(offerOf(900, { version: 2, ufrag: 1 }));
    await settle();
    expect(connections[0]?.log.filter((entry) => entry.startsWith('local'))).toEqual([
      'local pranswer',
      'local answer',
      'local answer',
    ]);
  });

  test('answers where provisional answers are not known', async () => {
    const firefox = new FakeConnection();
    firefox.provisional = 'refused';
    const connection = firefox as unknown as RTCPeerConnection;
    const { peer, answers } = bench('answerer', { warm: { connection, servers: SERVERS } });
    peer.receive(offerOf(900));
    await settle();
    expect(firefox.log).toEqual(['remote offer 900 1', 'local answer']);
    expect(answers).toHaveLength(1);
  });

  test('answers a repeated offer again without negotiating again', async () => {
    const { peer, connections, answers } = bench('answerer');
    peer.receive(offerOf(900));
    peer.receive(offerOf(900));
    await settle();
    expect(answers[1]).toBe(answers[0]);
    expect(connections[0]?.log).toEqual(['remote offer 900 1', 'local pranswer', 'local answer']);
  });

  test('renews its credentials before it answers a restart', async () => {
    const { peer, connections } = bench('answerer');
    peer.receive(offerOf(900));
    peer.receive(offerOf(900, { version: 2, ufrag: 1 }));
    await settle();
    expect(connections).toHaveLength(1);
    expect(connections[0]?.log.slice(3)).toEqual(['configuration', 'remote offer 900 2', 'local answer']);
  });

  test('begins anew when the other side is a new peer connection, and keeps the candidates that follow', async () => {
    const { peer, connections } = bench('answerer');
    peer.receive(offerOf(900));
    peer.receive(offerOf(901));
    peer.receive(candidate('fresh', 'u901-0'));
    await settle();
    expect(connections.map(({ log }) => log)).toEqual([
      ['remote offer 900 1', 'local pranswer', 'local answer', 'closed'],
      ['remote offer 901 1', 'local answer', 'candidate fresh'],
    ]);
  });
});
