/* Peer connections made before their call: while the user waits there is time. */
import type { IceServers } from '@yonder/contract';
import type { Stop } from '../../../lib/clock.ts';
import { configurationOf } from './configuration.ts';

export interface WarmConnection {
  readonly connection: RTCPeerConnection;
  readonly servers: IceServers;
}

/** What is to be ready. The waiting user makes the offer: later ones are matched with them. */
export type Wanted = 'nothing' | 'connection' | 'offer';

export interface WarmPorts {
  connect(configuration: RTCConfiguration): RTCPeerConnection;
  iceServers(): Promise<IceServers>;
  sentTrack(): MediaStreamTrack | null;
  serverNow(): number;
  after(ms: number, run: () => void): Stop;
}

interface Offering {
  readonly made: Promise<void>;
  state: 'being-made' | 'made';
}

/** A connection is as good as its credentials: after this share of their time it is made anew. */
const SHARE = 0.2;
const MS_WITHOUT_END = 120_000;

const NOTHING: Promise<WarmConnection | null> = Promise.resolve(null);

/** Opens a transceiver that sends and receives; without a track it only receives until there is one. */
export function openTransceiver(connection: RTCPeerConnection, track: MediaStreamTrack | null): RTCRtpSender {
  return connection.addTransceiver(track ?? 'audio', { direction: 'sendrecv' }).sender;
}

export async function closeWarm(warm: Promise<WarmConnection | null>): Promise<void> {
  (await warm)?.connection.close();
}

/** Keeps one connection ready as long as one is wanted. */
export class Warmth {
  readonly #ports: WarmPorts;
  #wanted: Wanted = 'nothing';
  #warm: Promise<WarmConnection | null> | null = null;
  #ready: WarmConnection | null = null;
  #offering: Offering | null = null;
  /** Rises whenever the connection being made is no longer wanted, or is taken. */
  #making = 0;
  #stop: Stop = () => {};

  constructor(ports: WarmPorts) {
    this.#ports = ports;
  }

  /** The offer of the ready connection, with the candidates gathered so far; null until it is made. */
  get offer(): string | null {
    return this.#offering?.state === 'made' ? (this.#ready?.connection.localDescription?.sdp ?? null) : null;
  }

  /** Called with every change: what failed is tried again. */
  want(wanted: Wanted): void {
    this.#wanted = wanted;
    if (wanted === 'nothing') return this.#drop();
    this.#warm ??= this.#make();
    if (wanted === 'offer') this.#offerAhead();
  }

  /** Hands the connection to the peer of a call. One that has offered cannot answer without losing what it has gathered. */
  take(role: 'offerer' | 'answerer'): Promise<WarmConnection | null> {
    const [warm, offering] = [this.#warm ?? NOTHING, this.#offering];
    if (role === 'answerer' && offering !== null) {
      this.#drop();
      return NOTHING;
    }
    this.#forget();
    return offering === null ? warm : offering.made.then(() => warm);
  }

  async #make(): Promise<WarmConnection | null> {
    const { iceServers, connect, after, serverNow } = this.#ports;
    const mine = ++this.#making;
    const servers = await iceServers().catch(() => null);
    if (servers === null) {
      // The next change asks again; without it the call only takes a moment longer.
      if (mine === this.#making) this.#warm = null;
      return null;
    }
    const warm = { connection: connect(configurationOf(servers)), servers };
    if (mine !== this.#making) return warm;
    this.#ready = warm;
    const lifetime = servers.expiresAt === null ? MS_WITHOUT_END : (servers.expiresAt - serverNow()) * SHARE;
    this.#stop = after(lifetime, () => {
      this.#drop();
      this.want(this.#wanted);
    });
    this.want(this.#wanted);
    return warm;
  }

  #offerAhead(): void {
    if (this.#ready === null || this.#offering !== null) return;
    const { connection } = this.#ready;
    const offering: Offering = { state: 'being-made', made: offerOn(connection, this.#ports.sentTrack()) };
    this.#offering = offering;
    void offering.made.then(() => (offering.state = 'made'));
  }

  #drop(): void {
    if (this.#warm !== null) void closeWarm(this.#warm);
    this.#forget();
  }

  #forget(): void {
    this.#warm = this.#ready = this.#offering = null;
    this.#making++;
    this.#stop();
  }
}

async function offerOn(connection: RTCPeerConnection, track: MediaStreamTrack | null): Promise<void> {
  openTransceiver(connection, track);
  // Closed meanwhile, or not possible: the peer makes its own.
  await connection
    .createOffer()
    .then((offer) => connection.setLocalDescription(offer))
    .catch(() => {});
}
