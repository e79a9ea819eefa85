/* Keeps the microphone, the peer connection and the sound as the state wants them. */
import type { Signal } from '@yonder/contract';
import type { Stop } from '../../lib/clock.ts';
import type { Alerts } from './alerts.ts';
import type { CallEvent, CallState } from './call-state.ts';
import { MOST_EARLY } from './media/candidates.ts';
import type { Microphone } from './media/microphone.ts';
import { closeWarm, configurationOf, Peer, type PeerPorts, type WarmConnection } from './media/peer.ts';
import type { Sound } from './media/sound.ts';
import { soundIn, wantedPeer, wantsMicrophone, type WantedPeer } from './view.ts';
import { sent, type Wire } from './wire.ts';

interface LineMediaOptions {
  readonly wire: Wire;
  readonly tab: string;
  readonly microphone: Microphone;
  readonly sound: Sound;
  readonly alerts: Pick<Alerts, 'receiveOnly'>;
  readonly after: (ms: number, run: () => void) => Stop;
  readonly connect: PeerPorts['connect'];
  readonly dispatch: (event: CallEvent) => void;
}

/** A connection made while waiting is as good as its credentials: after this share of their time it is made anew. */
const WARM_SHARE = 0.2;
const WARM_MS = 120_000;

export class LineMedia {
  readonly #options: LineMediaOptions;
  #wanted: WantedPeer | null = null;
  #peer: Peer | null = null;
  #warm: Promise<WarmConnection | null> | null = null;
  #warming = 0;
  #stopWarm: Stop = () => {};
  /** Signals that came before their peer connection. */
  #early: Signal[] = [];
  #offers = new Set<string>();
  #warnedIn: string | null = null;
  /** How many want the microphone without a call: to try it out, or for one that rings. */
  #trying = 0;
  #state: CallState | null = null;

  constructor(options: LineMediaOptions) {
    this.#options = options;
    options.microphone.subscribe(() => this.#microphoneChanged());
  }

  follow(state: CallState): void {
    this.#state = state;
    this.#followMicrophone(state);
    this.#options.sound.set(soundIn(state));
    this.#followPeer(wantedPeer(state, this.#options.tab));
    this.#followWarm(state);
    this.#peer?.hurry();
  }

  receive(signal: Signal): void {
    if (this.#peer !== null && this.#wanted?.callId === signal.callId) this.#peer.receive(signal);
    else this.#early = [...this.#early.filter(({ callId }) => callId === signal.callId), signal].slice(-MOST_EARLY);
  }

  restart(): void {
    this.#peer?.restart();
  }

  async openMicrophone(): Promise<'ready' | 'unavailable'> {
    this.#options.sound.wake();
    return (await this.#options.microphone.open()).kind === 'open' ? 'ready' : 'unavailable';
  }

  async try(trying: 'begin' | 'end'): Promise<void> {
    this.#trying += trying === 'begin' ? 1 : -1;
    if (trying === 'begin') await this.openMicrophone();
    else if (this.#trying === 0 && (this.#state === null || !wantsMicrophone(this.#state))) {
      this.#options.microphone.close();
    }
  }

  close(): void {
    this.#followPeer(null);
    this.#dropWarm();
    this.#options.microphone.close();
    this.#options.sound.close();
  }

  #followMicrophone(state: CallState): void {
    const { microphone } = this.#options;
    if (!wantsMicrophone(state)) {
      if (this.#trying === 0 && microphone.state.kind !== 'closed') microphone.close();
    } else if (microphone.state.kind === 'closed' && (state.kind === 'calling' || state.kind === 'deciding')) {
      void microphone.open();
    }
    this.#warn(state);
  }

  #microphoneChanged(): void {
    const { microphone, sound, dispatch } = this.#options;
    const { state } = microphone;
    sound.own(state.kind === 'open' ? state.stream : null);
    if (state.kind === 'open') dispatch({ kind: 'microphone-changed', microphone: 'ready' });
    if (state.kind === 'unavailable') dispatch({ kind: 'microphone-changed', microphone: 'unavailable' });
    if (this.#state !== null) this.#warn(this.#state);
  }

  /** Once a call: it goes on, but one can only listen. */
  #warn(state: CallState): void {
    if (state.kind !== 'calling' || this.#options.microphone.state.kind !== 'unavailable') return;
    if (this.#warnedIn === state.call.callId) return;
    this.#warnedIn = state.call.callId;
    this.#options.alerts.receiveOnly();
  }

  sendTrack(): void {
    void this.#peer?.send(this.#options.sound.sentTrack());
  }

  #followPeer(wanted: WantedPeer | null): void {
    const before = this.#wanted;
    if (before?.callId === wanted?.callId && before?.generation === wanted?.generation) return;
    this.#peer?.close();
    this.#peer = null;
    this.#wanted = wanted;
    this.#options.sound.remote(null);
    if (wanted === null) return;
    if (before?.callId !== wanted.callId) this.#offers = new Set();
    this.#peer = this.#newPeer(wanted);
    const early = this.#early.filter(({ callId }) => callId === wanted.callId);
    this.#early = [];
    for (const signal of early) this.#peer.receive(signal);
  }

  #newPeer({ callId, role, generation }: WantedPeer): Peer {
    const { wire, sound, after, connect, dispatch } = this.#options;
    const current = () => this.#wanted?.callId === callId && this.#wanted.generation === generation;
    const tell = (event: CallEvent) => {
      if (current()) dispatch(event);
    };
    return new Peer({
      role,
      track: sound.sentTrack(),
      warm: this.#takeWarm(),
      offers: this.#offers,
      ports: {
        connect,
        after,
        serverNow: () => wire.serverNow(),
        iceServers: () => wire.call('getIceServers', { callId }),
        sendOffer: (sdp) => sent(wire.call('createCallOffer', { callId, sdp })),
        sendAnswer: (sdp) => sent(wire.call('acceptCallAnswer', { callId, sdp })),
        sendCandidate: (candidate) => sent(wire.call('addIceCandidate', { callId, candidate })),
        onUp: () => tell({ kind: 'link-up' }),
        onDown: () => tell({ kind: 'link-down' }),
        onOfferDelivered: () => tell({ kind: 'restart-delivered' }),
        onTrack: (track) => {
          if (current()) sound.remote(track);
        },
      },
    });
  }

  #takeWarm(): Promise<WarmConnection | null> {
    const warm = this.#warm;
    this.#warm = null;
    this.#warming++;
    this.#stopWarm();
    return warm ?? Promise.resolve(null);
  }

  /** Ahead of its need, from the press on: who comes last into the queue is matched before anything could be prepared. */
  #followWarm(state: CallState): void {
    if (this.#peer !== null) return;
    if (state.kind === 'queuing') this.#warm ??= this.#makeWarm({});
    else if (state.kind === 'calling') this.#warm ??= this.#makeWarm({ callId: state.call.callId });
    else this.#dropWarm();
  }

  async #makeWarm(input: { callId?: string }): Promise<WarmConnection | null> {
    const { wire, connect, after } = this.#options;
    const mine = ++this.#warming;
    const servers = await wire.call('getIceServers', input).catch(() => null);
    if (servers === null) {
      // The next state asks again; without it the call only takes a moment longer.
      if (mine === this.#warming) this.#warm = null;
      return null;
    }
    const warm = { connection: connect(configurationOf(servers)), servers };
    if (mine !== this.#warming) return warm;
    const lifetime = servers.expiresAt === null ? WARM_MS : (servers.expiresAt - wire.serverNow()) * WARM_SHARE;
    this.#stopWarm = after(lifetime, () => {
      this.#dropWarm();
      if (this.#state !== null) this.#followWarm(this.#state);
    });
    return warm;
  }

  #dropWarm(): void {
    if (this.#warm !== null) void closeWarm(this.#warm);
    this.#warm = null;
    this.#warming++;
    this.#stopWarm();
  }
}
