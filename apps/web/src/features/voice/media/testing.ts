import type { IceCandidate, IceServers, Signal } from '@yonder/contract';
import type { Sent } from './delivery.ts';
import { Peer, type PeerOptions } from './peer.ts';
import { originOf } from './sdp.ts';
import type { WarmConnection } from './warm.ts';

let made = 0;

const STATES = { offer: 'have-local-offer', pranswer: 'have-local-pranswer', answer: 'stable', rollback: 'stable' };

/** The part of RTCPeerConnection that a peer uses; the browser itself is tried end to end. */
export class FakeConnection {
  readonly log: string[] = [];
  readonly id = ++made;
  version = 1;
  ufrag = 0;
  signalingState = 'stable';
  connectionState = 'new';
  iceConnectionState = 'new';
  localDescription: RTCSessionDescriptionInit | null = null;
  remoteDescription: RTCSessionDescriptionInit | null = null;
  onicecandidate: ((event: { candidate: unknown }) => void) | null = null;
  onconnectionstatechange: (() => void) | null = null;
  ontrack: unknown = null;
  /** Firefox knows no provisional answers. */
  provisional: 'known' | 'refused' = 'known';
  #opened = false;
  readonly transceiver = { direction: '', sender: { replaceTrack: async () => {} } };

  #sdp(): string {
    return `v=0\r\no=- ${this.id} ${this.version} IN IP4 0.0.0.0\r\na=ice-ufrag:u${this.id}-${this.ufrag}\r\na=fingerprint:sha-256 ${this.id}\r\n`;
  }
  addTransceiver(track: unknown): unknown {
    this.log.push(`transceiver ${track === 'audio' ? 'empty' : 'with track'}`);
    this.#opened = true;
    return this.transceiver;
  }
  getTransceivers(): unknown[] {
    return this.#opened ? [this.transceiver] : [];
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
    if (description.type === 'pranswer' && this.provisional === 'refused') throw new Error('NotSupportedError');
    this.log.push(`local ${description.type}`);
    this.signalingState = STATES[description.type];
    if (description.type !== 'rollback') this.localDescription = description;
  }
  async setRemoteDescription(description: RTCSessionDescriptionInit): Promise<void> {
    this.log.push(`remote ${description.type} ${originOf(description.sdp ?? '')}`);
    this.signalingState = description.type === 'offer' ? 'have-remote-offer' : 'stable';
    this.#opened = true;
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
    this.iceConnectionState = state === 'connecting' ? 'checking' : state;
    this.onconnectionstatechange?.();
  }
}

export const SERVERS: IceServers = { iceServers: [], iceTransportPolicy: 'relay', expiresAt: null };
const CALL = { callId: '0192a0c0-0000-7000-8000-00000000000a', from: 'otherotherotherother12' };
export const offerOf = (id: number, { version = 1, ufrag = 0 } = {}): Signal => ({
  kind: 'offer',
  ...CALL,
  sdp: `v=0\r\no=- ${id} ${version} IN IP4 0.0.0.0\r\na=ice-ufrag:u${id}-${ufrag}\r\na=fingerprint:sha-256 ${id}\r\n`,
});
export const answerTo = (offer: string): Signal => ({
  kind: 'answer',
  ...CALL,
  sdp: `v=0\r\no=- ${originOf(offer)} IN IP4 0.0.0.0\r\na=ice-ufrag:theirs\r\na=fingerprint:sha-256 x\r\n`,
});
export const candidate = (line: string, usernameFragment?: string): Signal => ({
  kind: 'candidate',
  ...CALL,
  candidate: { candidate: line, usernameFragment },
});

/** A peer, what it made and sent, and its timers to fire by hand. */
export function bench(
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
    ports: {
      connect: () => {
        const connection = new FakeConnection();
        connections.push(connection);
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the peer uses of one
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

export async function settle() {
  for (let i = 0; i < 60; i++) await Promise.resolve();
}

/** The path dies: down is reported, and the machine asks for a restart. */
export async function die({
  peer,
  connections,
}: Pick<ReturnType<typeof bench>, 'peer' | 'connections'>): Promise<void> {
  connections[0]?.become('connected');
  connections[0]?.become('failed');
  peer.restart();
  await settle();
}
