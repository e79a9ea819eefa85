/*
 * One side of the audio path: an adapter around RTCPeerConnection for a call in which participants[0] makes every offer. Work
 * runs one piece after the other; overtaken work notices and stops.
 */
import { FIXED, type IceCandidate, type IceServers, type Signal } from '@yonder/contract';
import type { Stop } from '../../../lib/clock.ts';
import { addCandidate, belongs, MOST_EARLY, toWire, useCandidatesAtHand } from './candidates.ts';
import { configurationOf } from './configuration.ts';
import { Delivery, type Sent } from './delivery.ts';
import { Path, type Lack } from './path.ts';
import { fingerprintOf, originOf, ufragOf, withOrigin } from './sdp.ts';
import { closeWarm, openTransceiver, type WarmConnection } from './warm.ts';

export interface PeerPorts {
  connect(configuration: RTCConfiguration): RTCPeerConnection;
  iceServers(): Promise<IceServers>;
  sendOffer(sdp: string): Promise<Sent>;
  sendAnswer(sdp: string): Promise<Sent>;
  sendCandidate(candidate: IceCandidate): Promise<Sent>;
  after(ms: number, run: () => void): Stop;
  serverNow(): number;
  onUp(): void;
  onDown(): void;
  onOfferDelivered(): void;
  onTrack(track: MediaStreamTrack): void;
}

export interface PeerOptions {
  readonly role: 'offerer' | 'answerer';
  /** Null: this side can hear but not speak. */
  readonly track: MediaStreamTrack | null;
  /** Null when it could not be made. */
  readonly warm: Promise<WarmConnection | null>;
  readonly ports: PeerPorts;
}

const DISCONNECTED_MS = 2_000;
/** A delivered offer without an answer is sent again: the page of the other side may have been reloading. */
const ANSWER_WITHIN_MS = 4_000;
/** Credentials are renewed after this share of their time. */
const RENEW_AT = 0.6;
const RENEW_AGAIN_MS = 10_000;
/** Younger credentials suffice for a revival, and to answer one. */
const FRESH_MS = 8_000;

const NOT_WARM: Promise<WarmConnection | null> = Promise.resolve(null);

type Timer = 'disconnected' | 'new-path' | 'unanswered' | 'renew';
/** attempt: one that the user reads of. renewal: of the credentials alone. */
type Offering = 'first' | 'attempt' | 'renewal' | Lack;

export class Peer {
  readonly #role: PeerOptions['role'];
  readonly #ports: PeerPorts;
  readonly #delivery: Delivery;
  #warm: Promise<WarmConnection | null>;
  #track: MediaStreamTrack | null;
  #connection: RTCPeerConnection | null = null;
  #sender: RTCRtpSender | null = null;
  #closed = false;
  #work: Promise<void> = Promise.resolve();
  /** Rises with every description to deliver: the delivery of an older one stops. */
  #description = 0;
  /** A dead path is revived within an attempt only, which lasts 10 s from its delivery. */
  #attemptEnds = -Infinity;
  readonly #path: Path;
  #renewedAt = -Infinity;
  #queued: 'attempt' | Lack | null = null;
  /** The other side's candidates that wait for their description. */
  #early: IceCandidate[] = [];
  /** Origin of the newest offer: an answer to another one is late, or was for another tab. */
  #offered: string | null = null;
  #answered: { offer: string; answer: string } | null = null;
  readonly #timers = new Map<Timer, Stop>();

  constructor({ role, track, warm, ports }: PeerOptions) {
    this.#role = role;
    this.#track = track;
    this.#warm = warm;
    this.#ports = ports;
    this.#delivery = new Delivery(ports.after);
    this.#path = new Path(ports.serverNow());
    if (role === 'offerer') this.#next(() => this.#offer('first'));
  }

  /** Makes the offering side offer again, with fresh credentials. */
  restart(): void {
    this.#attemptEnds = Infinity;
    this.#restart('attempt');
  }

  #restart(kind: 'attempt' | Lack): void {
    if (this.#role !== 'offerer') return;
    this.#description++;
    this.#delivery.hurry();
    // A request before the queued one has begun means the same.
    const queued = this.#queued;
    this.#queued = queued === 'attempt' ? queued : kind;
    if (queued !== null) return;
    this.#next(() => {
      const wanted = this.#queued ?? kind;
      this.#queued = null;
      return this.#offer(wanted);
    });
  }

  receive(signal: Signal): void {
    if (signal.kind === 'candidate') {
      this.#path.isSilent = false;
      this.#awaitPath();
      this.#next(() => this.#take(signal.candidate));
    } else if (signal.kind === 'offer' && this.#role === 'answerer') this.#next(() => this.#answer(signal.sdp));
    else if (signal.kind === 'answer' && this.#role === 'offerer') this.#next(() => this.#accept(signal.sdp));
  }

  /** Retries failed deliveries now: something has changed on the other side. */
  hurry(): void {
    this.#delivery.hurry();
  }

  async send(track: MediaStreamTrack | null): Promise<void> {
    this.#track = track;
    // A connection closed meanwhile needs no track.
    await this.#sender?.replaceTrack(track).catch(() => {});
  }

  close(): void {
    this.#closed = true;
    this.#delivery.hurry();
    for (const stop of this.#timers.values()) stop();
    this.#timers.clear();
    this.#drop();
    void closeWarm(this.#warm);
  }

  #next(work: () => Promise<void>): void {
    this.#work = this.#after(this.#work, work);
  }

  async #after(before: Promise<void>, work: () => Promise<void>): Promise<void> {
    await before;
    try {
      if (!this.#closed) await work();
    } catch (error) {
      // A mismatch ends this attempt only; restarts and the server's deadlines decide what follows.
      if (!this.#closed) console.info('The call could not be negotiated', error);
    }
  }

  #drop(): void {
    const old = this.#connection;
    this.#connection = null;
    this.#sender = null;
    if (old === null) return;
    old.onicecandidate = old.onconnectionstatechange = old.ontrack = null;
    old.close();
  }

  /** The connection, made at first use. */
  async #open(): Promise<RTCPeerConnection> {
    if (this.#connection !== null) return this.#connection;
    const warm = await this.#warm;
    this.#stopIfClosed();
    this.#warm = NOT_WARM;
    const servers = warm?.servers ?? (await this.#servers());
    this.#stopIfClosed();
    const connection = warm?.connection ?? this.#ports.connect(configurationOf(servers));
    this.#connection = connection;
    this.#listen(connection);
    this.#renewBefore(servers);
    if (this.#role === 'offerer') {
      this.#sender = connection.getTransceivers()[0]?.sender ?? openTransceiver(connection, this.#track);
      await this.#sender.replaceTrack(this.#track);
    }
    return connection;
  }

  async #servers(): Promise<IceServers> {
    let servers: IceServers | null = null;
    const ask = async (): Promise<Sent> => {
      servers = await this.#ports.iceServers();
      return 'delivered';
    };
    await this.#delivery.repeat(ask, () => !this.#closed);
    if (servers === null) throw new Error('closed meanwhile');
    return servers;
  }

  /** Called after every await. @throws when closed */
  #stopIfClosed(): void {
    if (this.#closed) throw new Error('closed meanwhile');
  }

  #listen(connection: RTCPeerConnection): void {
    connection.onicecandidate = ({ candidate }) => {
      const wire = toWire(candidate);
      if (wire === null) return;
      this.#sendCandidate(wire);
      this.#path.isSilent = false;
      this.#awaitPath();
    };
    connection.ontrack = ({ track }) => this.#ports.onTrack(track);
    connection.onconnectionstatechange = () => {
      this.#stopTimer('disconnected');
      this.#stopTimer('new-path');
      const state = connection.connectionState;
      if (state === 'connected') {
        this.#path.wasFound = true;
        this.#ports.onUp();
      } else if (state === 'failed') {
        this.#ports.onDown();
        this.#seek();
      } else {
        if (state === 'disconnected') this.#later('disconnected', DISCONNECTED_MS, () => this.#ports.onDown());
        this.#awaitPath();
      }
    };
  }

  /** Null also when a dead path has had its time, and while an offer waits: offering faster than answers come does not help. */
  #lack(): Lack | null {
    const connection = this.#connection;
    if (connection === null || connection.signalingState === 'have-local-offer') return null;
    const lack = this.#path.lackIn(connection);
    return lack === 'revival' && this.#ports.serverNow() >= this.#attemptEnds ? null : lack;
  }

  #seek(): void {
    const lack = this.#lack();
    if (lack === null) return;
    this.#path.isSilent = true;
    this.#restart(lack);
  }

  /** Waits for a path after every sign of one; when no more come, it is offered anew. */
  #awaitPath(): void {
    const lack = this.#role === 'offerer' ? this.#lack() : null;
    if (lack !== null) this.#later('new-path', this.#path.patienceMs(lack), () => this.#seek());
  }

  async #offer(kind: Offering): Promise<void> {
    const connection = await this.#open();
    const seeks = kind === 'revival' || kind === 'search';
    const renewed = kind !== 'first' && (await this.#renew(connection, seeks ? FRESH_MS : 0));
    if (kind === 'renewal' && !renewed) return;
    // The path has come or is about to, or another offer was made.
    if (seeks && !(this.#lack() === kind && this.#path.isSilent)) return this.#awaitPath();
    if (kind !== 'first' || connection.signalingState !== 'have-local-offer') await this.#describe(connection, kind);
    if (kind === 'search') this.#path.searches++;
    const sdp = connection.localDescription?.sdp ?? '';
    this.#offered = originOf(sdp);
    this.#path.isOfferedAgain = false;
    const send = (): Promise<Sent> => {
      if (kind !== 'first') this.#path.offeredAt = this.#ports.serverNow();
      return this.#ports.sendOffer(sdp);
    };
    await this.#deliver(send, () => {
      this.#path.isOfferedAgain = true;
      return this.#ports.sendOffer(sdp);
    });
  }

  async #describe(connection: RTCPeerConnection, kind: Offering): Promise<void> {
    if (connection.signalingState === 'have-local-offer') await connection.setLocalDescription({ type: 'rollback' });
    const offer = await connection.createOffer({ iceRestart: kind !== 'first' });
    this.#stopIfClosed();
    await connection.setLocalDescription(offer);
    this.#stopIfClosed();
  }

  async #accept(sdp: string): Promise<void> {
    const connection = this.#connection;
    if (connection?.signalingState !== 'have-local-offer' || originOf(sdp) !== this.#offered) return;
    this.#stopTimer('new-path');
    this.#path.answered(this.#ports.serverNow());
    await connection.setRemoteDescription({ type: 'answer', sdp });
    this.#stopTimer('unanswered');
    await this.#addEarly(connection);
    this.#awaitPath();
  }

  async #answer(offer: string): Promise<void> {
    const repeated = this.#answered;
    if (repeated?.offer === offer) return this.#deliver(() => this.#ports.sendAnswer(repeated.answer));
    const known = this.#connection?.remoteDescription?.sdp ?? null;
    if (known !== null && fingerprintOf(known) !== fingerprintOf(offer)) this.#startAnew();
    const restarts = this.#connection !== null && known !== null && ufragOf(known) !== ufragOf(offer);
    const connection = await this.#open();
    if (restarts) await this.#renew(connection, FRESH_MS);
    this.#stopIfClosed();
    await connection.setRemoteDescription({ type: 'offer', sdp: offer });
    await this.#takeTransceiver(connection);
    await this.#addEarly(connection);
    const drafted = await connection.createAnswer();
    if (known === null) await useCandidatesAtHand(connection, drafted);
    await connection.setLocalDescription(drafted);
    this.#stopIfClosed();
    const answer = withOrigin(connection.localDescription?.sdp ?? '', originOf(offer));
    this.#answered = { offer, answer };
    await this.#deliver(() => this.#ports.sendAnswer(answer));
  }

  /** Drops the old connection: the other side has a new one, which it cannot speak with. */
  #startAnew(): void {
    this.#stopTimer('disconnected');
    this.#drop();
  }

  /** Opens the offer's own transceiver in both directions: with a track now or, when the microphone comes later, then. */
  async #takeTransceiver(connection: RTCPeerConnection): Promise<void> {
    const [transceiver] = connection.getTransceivers();
    if (transceiver === undefined) return;
    transceiver.direction = 'sendrecv';
    this.#sender = transceiver.sender;
    await transceiver.sender.replaceTrack(this.#track);
  }

  async #take(candidate: IceCandidate): Promise<void> {
    const connection = this.#connection;
    if (connection !== null && belongs(candidate, connection)) await addCandidate(connection, candidate);
    else this.#early = [...this.#early, candidate].slice(-MOST_EARLY);
  }

  async #addEarly(connection: RTCPeerConnection): Promise<void> {
    const ready = this.#early.filter((candidate) => belongs(candidate, connection));
    this.#early = this.#early.filter((candidate) => !ready.includes(candidate));
    for (const candidate of ready) await addCandidate(connection, candidate);
  }

  /** A candidate that arrives before its description waits for it on the other side. */
  #sendCandidate(candidate: IceCandidate): void {
    void this.#delivery.repeat(
      () => this.#ports.sendCandidate(candidate),
      () => !this.#closed,
    );
  }

  /** Sends the newest description until it has arrived; `again`: when it stays unanswered. */
  async #deliver(send: () => Promise<Sent>, again = send): Promise<void> {
    const mine = ++this.#description;
    this.#stopTimer('unanswered');
    if (!(await this.#delivery.repeat(send, () => !this.#closed && mine === this.#description))) return;
    if (this.#role === 'answerer') return;
    if (this.#attemptEnds === Infinity) this.#attemptEnds = this.#ports.serverNow() + FIXED.restartAttemptMs;
    this.#ports.onOfferDelivered();
    this.#later('unanswered', ANSWER_WITHIN_MS, () => {
      this.#next(async () => {
        const isNewest = mine === this.#description;
        if (isNewest && this.#connection?.signalingState === 'have-local-offer') await this.#deliver(again);
      });
    });
  }

  /** Renews credentials unless they are younger than `freshMs`. False when there are no fresh ones; the old may still do. */
  async #renew(connection: RTCPeerConnection, freshMs: number): Promise<boolean> {
    if (this.#ports.serverNow() - this.#renewedAt < freshMs) return true;
    const servers = await this.#ports.iceServers().catch(() => null);
    this.#stopIfClosed();
    if (servers === null) {
      this.#renewIn(RENEW_AGAIN_MS);
      return false;
    }
    connection.setConfiguration(configurationOf(servers));
    this.#renewedAt = this.#ports.serverNow();
    this.#renewBefore(servers);
    return true;
  }

  /** Long calls outlive their credentials: the offering side renews those of both by an inaudible restart. */
  #renewBefore({ expiresAt }: IceServers): void {
    this.#stopTimer('renew');
    if (expiresAt === null) return;
    this.#renewIn(Math.max(RENEW_AGAIN_MS, (expiresAt - this.#ports.serverNow()) * RENEW_AT));
  }

  #renewIn(ms: number): void {
    if (this.#role === 'offerer') this.#later('renew', ms, () => this.#next(() => this.#offer('renewal')));
  }

  #later(name: Timer, ms: number, run: () => void): void {
    this.#stopTimer(name);
    this.#timers.set(name, this.#ports.after(ms, run));
  }

  #stopTimer(name: Timer): void {
    this.#timers.get(name)?.();
    this.#timers.delete(name);
  }
}
