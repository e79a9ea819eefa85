import type { IceCandidate, IceServers, Signal } from '@yonder/contract';
import { describe, expect, test } from 'vitest';
import type { Sent } from './delivery.ts';
import { Peer, type PeerOptions, type WarmConnection } from './peer.ts';
import { originOf } from './sdp.ts';

let made = 0;

/** As much of RTCPeerConnection as a peer uses; the browser itself is tried end to end. */
class FakeConnection {
  readonly log: string[] = [];
  readonly id = ++made;
  version = 1;
  ufrag = 0;
  signalingState = 'stable';
  connectionState = 'new';
  localDescription: RTCSessionDescriptionInit | null = null;
  remoteDescription: RTCSessionDescriptionInit | null = null;
  onicecandidate: ((event: { candidate: unknown }) => void) | null = null;
  onconnectionstatechange: (() => void) | null = null;
  ontrack: unknown = null;
  readonly transceiver = { direction: '', sender: { replaceTrack: async () => {} } };

  #sdp(): string {
    return `v=0\r\no=- ${this.id} ${this.version} IN IP4 0.0.0.0\r\na=ice-ufrag:u${this.id}-${this.ufrag}\r\na=fingerprint:sha-256 ${this.id}\r\n`;
  }
  addTransceiver(track: unknown): unknown {
    this.log.push(`transceiver ${track === 'audio' ? 'empty' : 'with track'}`);
    return this.transceiver;
  }
  getTransceivers(): unknown[] {
    return [this.transceiver];
  }
  async createOffer({ iceRestart = false } = {}): Promise<RTCSessionDescriptionInit> {
    this.version++;
    if (iceRestart) this.ufrag++;
    return { type: 'offer', sdp: this.#sdp() };
  }
  async createAnswer(): Promise<RTCSessionDescriptionInit> {
    this.version++;
    return { type: 'answer', sdp: this.#sdp() };
  }
  async setLocalDescription(description: RTCSessionDescriptionInit): Promise<void> {
    this.log.push(`local ${description.type}`);
    this.signalingState = description.type === 'offer' ? 'have-local-offer' : 'stable';
    if (description.type !== 'rollback') this.localDescription = description;
  }
  async setRemoteDescription(description: RTCSessionDescriptionInit): Promise<void> {
    this.log.push(`remote ${description.type} ${originOf(description.sdp ?? '')}`);
    this.signalingState = description.type === 'offer' ? 'have-remote-offer' : 'stable';
    this.remoteDescription = description;
  }
  async addIceCandidate({ candidate }: RTCIceCandidateInit): Promise<void> {
    this.log.push(`candidate ${candidate}`);
  }
  setConfiguration(): void {
    this.log.push('configuration');
  }
  close(): void {
    this.log.push('closed');
  }
  become(state: string): void {
    this.connectionState = state;
    this.onconnectionstatechange?.();
  }
}

const SERVERS: IceServers = { iceServers: [], iceTransportPolicy: 'relay', expiresAt: null };
const CALL = { callId: '0192a0c0-0000-7000-8000-00000000000a', from: 'otherotherotherother12' };
const offerOf = (id: number, { version = 1, ufrag = 0 } = {}): Signal => ({
  kind: 'offer',
  ...CALL,
  sdp: `v=0\r\no=- ${id} ${version} IN IP4 0.0.0.0\r\na=ice-ufrag:u${id}-${ufrag}\r\na=fingerprint:sha-256 ${id}\r\n`,
});
const answerTo = (offer: string): Signal => ({
  kind: 'answer',
  ...CALL,
  sdp: `v=0\r\no=- ${originOf(offer)} IN IP4 0.0.0.0\r\na=ice-ufrag:theirs\r\na=fingerprint:sha-256 x\r\n`,
});
const candidate = (line: string, usernameFragment?: string): Signal => ({
  kind: 'candidate',
  ...CALL,
  candidate: { candidate: line, usernameFragment },
});

function bench(
  role: PeerOptions['role'],
  {
    servers = SERVERS,
    iceServers = async () => servers,
    send = async (): Promise<Sent> => 'delivered',
    serverNow = (): number => 0,
    warm = null as WarmConnection | null,
  } = {},
) {
  const connections: FakeConnection[] = [];
  const timers: { ms: number; run: () => void }[] = [];
  const told: string[] = [];
  const offers: string[] = [];
  const answers: string[] = [];
  const candidates: IceCandidate[] = [];
  const record =
    <Value>(into: Value[]) =>
    async (value: Value): Promise<Sent> => {
      const sent = await send();
      into.push(value);
      return sent;
    };
  const peer = new Peer({
    role,
    track: null,
    warm: Promise.resolve(warm),
    offers: new Set(),
    ports: {
      connect: () => {
        const connection = new FakeConnection();
        connections.push(connection);
        return connection as unknown as RTCPeerConnection;
      },
      iceServers,
      sendOffer: record(offers),
      sendAnswer: record(answers),
      sendCandidate: record(candidates),
      after: (ms, run) => {
        const timer = { ms, run };
        timers.push(timer);
        return () => {
          if (timers.includes(timer)) timers.splice(timers.indexOf(timer), 1);
        };
      },
      serverNow,
      onUp: () => told.push('up'),
      onDown: () => told.push('down'),
      onOfferDelivered: () => told.push('delivered'),
      onTrack: () => told.push('track'),
    },
  });
  const fire = async (ms: number) => {
    for (const timer of timers.filter((one) => one.ms === ms)) {
      timers.splice(timers.indexOf(timer), 1);
      timer.run();
    }
    await settle();
  };
  return { peer, connections, timers, told, offers, answers, candidates, fire };
}

async function settle() {
  for (let i = 0; i < 60; i++) await Promise.resolve();
}

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

  test('holds its candidates until the offer is delivered', async () => {
    const hold = Promise.withResolvers<Sent>();
    const { connections, candidates } = bench('offerer', { send: () => hold.promise });
    await settle();
    connections[0]?.onicecandidate?.({
      candidate: { candidate: 'a', sdpMid: '0', sdpMLineIndex: 0, usernameFragment: 'u' },
    });
    connections[0]?.onicecandidate?.({ candidate: null });
    await settle();
    expect(candidates).toEqual([]);
    hold.resolve('delivered');
    await settle();
    expect(candidates.map((one) => one.candidate)).toEqual(['a']);
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
    expect(connections[0]?.log).toEqual(['remote offer 900 1', 'local answer']);
    expect(connections[0]?.transceiver.direction).toBe('sendrecv');
    expect(answers.map(originOf)).toEqual(['900 1']);
  });

  test('answers a repeated offer again without negotiating again', async () => {
    const { peer, connections, answers } = bench('answerer');
    peer.receive(offerOf(900));
    peer.receive(offerOf(900));
    await settle();
    expect(answers[1]).toBe(answers[0]);
    expect(connections[0]?.log).toEqual(['remote offer 900 1', 'local answer']);
  });

  test('renews its credentials before it answers a restart', async () => {
    const { peer, connections } = bench('answerer');
    peer.receive(offerOf(900));
    peer.receive(offerOf(900, { version: 2, ufrag: 1 }));
    await settle();
    expect(connections).toHaveLength(1);
    expect(connections[0]?.log.slice(2)).toEqual(['configuration', 'remote offer 900 2', 'local answer']);
  });

  test('begins anew when the other side is a new peer connection, and keeps the candidates that follow', async () => {
    const { peer, connections } = bench('answerer');
    peer.receive(offerOf(900));
    peer.receive(offerOf(901));
    peer.receive(candidate('fresh', 'u901-0'));
    await settle();
    expect(connections.map(({ log }) => log)).toEqual([
      ['remote offer 900 1', 'local answer', 'closed'],
      ['remote offer 901 1', 'local answer', 'candidate fresh'],
    ]);
  });
});

describe('what the connection says', () => {
  test('connected is up, failed is down', async () => {
    const { connections, told } = bench('offerer');
    await settle();
    connections[0]?.become('connected');
    connections[0]?.become('failed');
    expect(told).toEqual(['delivered', 'up', 'down']);
  });

  test('a dead path is offered anew at once and 400 ms after every answer, until something comes through', async () => {
    const { peer, connections, offers, fire } = bench('offerer');
    const answer = async () => {
      peer.receive(answerTo(offers.at(-1) ?? ''));
      await settle();
    };
    await settle();
    await answer();
    connections[0]?.become('failed');
    await settle();
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
    const { peer, connections, offers, fire } = bench('offerer', {
      iceServers: () => (++asked === 3 ? hold.promise : Promise.resolve(SERVERS)),
      serverNow: () => now,
    });
    await settle();
    peer.receive(answerTo(offers[0] ?? ''));
    await settle();
    connections[0]?.become('failed');
    await settle();
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
    const { peer, connections, offers, timers } = bench('offerer');
    await settle();
    peer.receive(answerTo(offers[0] ?? ''));
    await settle();
    connections[0]?.become('failed');
    await settle();
    peer.receive(answerTo(offers[1] ?? ''));
    await settle();
    const [before] = timers.filter(({ ms }) => ms === 400);
    peer.receive(candidate('theirs', 'theirs'));
    await settle();
    const after = timers.filter(({ ms }) => ms === 400);
    expect(after).toHaveLength(1);
    expect(after[0]).not.toBe(before);
  });

  test('a dead path waits for an answer, and where answers take 700 ms for 1.5 times that', async () => {
    let now = 0;
    const { peer, connections, offers, fire } = bench('offerer', { serverNow: () => now });
    await settle();
    connections[0]?.become('failed');
    await settle();
    expect(offers).toHaveLength(1);
    now += 700;
    peer.receive(answerTo(offers[0] ?? ''));
    await settle();
    await fire(400);
    expect(offers).toHaveLength(1);
    await fire(1_050);
    expect(offers).toHaveLength(2);
  });

  test('credentials younger than 8 s do for another restart', async () => {
    let now = 0;
    const { peer, connections, offers } = bench('offerer', { serverNow: () => now });
    const restartAt = async (ms: number) => {
      now = ms;
      peer.restart();
      await settle();
    };
    await settle();
    for (const ms of [0, 7_999, 8_000]) await restartAt(ms);
    expect(offers).toHaveLength(4);
    expect(connections[0]?.log.filter((entry) => entry === 'configuration')).toHaveLength(2);
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
