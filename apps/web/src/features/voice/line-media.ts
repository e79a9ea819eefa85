/* Keeps the microphone, the peer connection and the sound as the state requires. */
import type { InputDraft, Signal } from '@yonder/contract';
import type { Stop } from '../../lib/clock.ts';
import type { Alerts } from './alerts.ts';
import { IDLE, type CallEvent, type CallState } from './call-state.ts';
import { MOST_EARLY } from './media/candidates.ts';
import type { Microphone } from './media/microphone.ts';
import type { Sent } from './media/delivery.ts';
import { Peer, type PeerPorts } from './media/peer.ts';
import { originOf } from './media/sdp.ts';
import type { Sound } from './media/sound.ts';
import { Warmth } from './media/warm.ts';
import { isBound, soundIn, wantedPeer, wantsMicrophone, type WantedPeer } from './view.ts';
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

export class LineMedia {
  readonly #options: LineMediaOptions;
  #wanted: WantedPeer | null = null;
  #peer: Peer | null = null;
  readonly #warmth: Warmth;
  /** Signals that arrived before their peer connection. */
  #early: Signal[] = [];
  /** This side's first offer of the call, made while waiting; null: none. */
  #prepared: string | null = null;
  /** Origin of the offer sent along with the acknowledgement: `Peer` need not send it again. */
  #sentAlong: string | null = null;
  #warnedIn: string | null = null;
  /** Uses of the microphone without a call: a test, or a call that rings. */
  #trying = 0;
  #state: CallState = IDLE;

  constructor(options: LineMediaOptions) {
    this.#options = options;
    const { wire, sound, connect, after } = options;
    this.#warmth = new Warmth({
      connect,
      after,
      serverNow: () => wire.serverNow(),
      sentTrack: () => sound.sentTrack(),
      iceServers: () => wire.call('getIceServers', {}),
    });
    options.sound.set(soundIn(this.#state));
    options.microphone.subscribe(() => this.#microphoneChanged());
  }

  follow(state: CallState): void {
    this.#state = state;
    this.#followMicrophone(state);
    this.#followPeer(wantedPeer(state, this.#options.tab));
    // Last, once nothing is sent any more: without a call a muted user is heard again, by this page alone.
    this.#options.sound.set(soundIn(state));
    this.#followWarm(state);
    this.#peer?.hurry();
    this.#warn(state);
  }

  receive(signal: Signal): void {
    if (this.#peer !== null && this.#wanted?.callId === signal.callId) this.#peer.receive(signal);
    else this.#early = [...this.#early.filter(({ callId }) => callId === signal.callId), signal].slice(-MOST_EARLY);
  }

  restart(): void {
    this.#peer?.restart();
  }

  /** This side's first offer, for the acknowledgement to take along. Null: not made yet, or not this side's to make. */
  offerFor(callId: string): string | null {
    if (this.#wanted?.callId !== callId || this.#wanted.role !== 'offerer') return null;
    this.#sentAlong = this.#prepared === null ? null : originOf(this.#prepared);
    return this.#prepared;
  }

  /** Whether the system mutes the open microphone. */
  get isSilenced(): boolean {
    return this.#options.microphone.isSilenced;
  }

  async openMicrophone(): Promise<'ready' | 'unavailable'> {
    this.#options.sound.wake();
    return (await this.#options.microphone.open()).kind === 'open' ? 'ready' : 'unavailable';
  }

  async try(trying: 'begin' | 'end'): Promise<void> {
    this.#trying += trying === 'begin' ? 1 : -1;
    if (trying === 'begin') await this.openMicrophone();
    else this.#restUnwanted();
  }

  close(): void {
    this.follow(IDLE);
    this.#options.microphone.close();
    this.#options.sound.close();
  }

  #followMicrophone(state: CallState): void {
    const { microphone } = this.#options;
    this.#restUnwanted();
    if (microphone.state.kind === 'closed' && (state.kind === 'calling' || state.kind === 'deciding')) {
      void microphone.open();
    }
  }

  #restUnwanted(): void {
    const { microphone, sound } = this.#options;
    if (this.#trying > 0 || wantsMicrophone(this.#state)) return;
    if (microphone.state.kind !== 'closed') microphone.close();
    sound.rest();
  }

  #microphoneChanged(): void {
    const { microphone, sound, dispatch } = this.#options;
    const { state } = microphone;
    sound.own(state.kind === 'open' ? state.stream : null);
    if (state.kind === 'open') dispatch({ kind: 'microphone-changed', microphone: 'ready' });
    if (state.kind === 'unavailable') dispatch({ kind: 'microphone-changed', microphone: 'unavailable' });
    this.#warn(this.#state);
  }

  /** Warns once per call: it goes on, but only for listening. */
  #warn(state: CallState): void {
    if (state.kind !== 'calling' || this.#options.microphone.state.kind !== 'unavailable') return;
    if (this.#warnedIn === state.call.callId) return;
    this.#warnedIn = state.call.callId;
    this.#options.alerts.receiveOnly();
    // The microphone of a direct call opens before there is a call to be muted in.
    this.#options.dispatch({ kind: 'microphone-changed', microphone: 'unavailable' });
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
    this.#peer = this.#newPeer(wanted);
    const early = this.#early.filter(({ callId }) => callId === wanted.callId);
    this.#early = [];
    for (const signal of early) this.#peer.receive(signal);
  }

  #newPeer({ callId, role, generation }: WantedPeer): Peer {
    this.#prepared = this.#warmth.offer;
    this.#sentAlong = null;
    const { wire, sound, after, connect, dispatch } = this.#options;
    const current = () => this.#wanted?.callId === callId && this.#wanted.generation === generation;
    const tell = (event: CallEvent) => {
      if (current()) dispatch(event);
    };
    return new Peer({
      role,
      track: sound.sentTrack(),
      warm: this.#warmth.take(role),
      ports: {
        connect,
        after,
        serverNow: () => wire.serverNow(),
        iceServers: () => wire.call('getIceServers', { callId }),
        sendOffer: (sdp) => this.#sendOffer({ callId, sdp }),
        sendAnswer: (sdp) => this.#send('acceptCallAnswer', { callId, sdp }),
        sendCandidate: (candidate) => this.#send('addIceCandidate', { callId, candidate }),
        onUp: () => tell({ kind: 'link-up' }),
        onDown: () => tell({ kind: 'link-down' }),
        onOfferDelivered: () => tell({ kind: 'restart-delivered' }),
        onTrack: (track) => {
          if (current()) sound.remote(track);
        },
      },
    });
  }

  /** Throws before the acknowledgement, a matter of moments: the state that confirms it hurries what waits. */
  #stopIfUnbound(): void {
    if (!isBound(this.#state, this.#options.tab)) throw new Error('not acknowledged yet');
  }

  async #send<Name extends 'createCallOffer' | 'acceptCallAnswer' | 'addIceCandidate'>(
    name: Name,
    input: InputDraft<Name>,
  ): Promise<Sent> {
    this.#stopIfUnbound();
    return sent(this.#options.wire.call(name, input));
  }

  async #sendOffer(offer: InputDraft<'createCallOffer'>): Promise<Sent> {
    this.#stopIfUnbound();
    if (this.#sentAlong === null || this.#sentAlong !== originOf(offer.sdp))
      return this.#send('createCallOffer', offer);
    // Without an answer `Peer` sends it again.
    this.#sentAlong = null;
    return 'delivered';
  }

  /** Prepares a connection from the press on: the last to join the queue is matched before anything could be prepared. */
  #followWarm(state: CallState): void {
    if (state.kind !== 'queuing') this.#warmth.want('nothing');
    else this.#warmth.want(state.stage === 'waiting' ? 'offer' : 'connection');
  }
}
