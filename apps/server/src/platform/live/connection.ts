import type { Duplex } from 'node:stream';
import { CLOSE, CONTRACT_VERSION, FIXED, type ClientFrame, type ServerFrame } from '@yonder/contract';
import { WebSocket, type RawData } from 'ws';
import type { Clock } from '../clock.ts';
import type { Bearer } from '../dispatcher.ts';
import type { Dispatcher } from '../door/dispatcher.ts';
import { DomainError, asDomainError, wireErrorOf } from '../errors.ts';
import type { Topic } from '../live.ts';
import type { Stop } from '../stop.ts';
import type { Pace } from './pace.ts';
import { readFrame } from './read-frame.ts';

export interface ConnectionOptions {
  socket: WebSocket;
  /** The stream the socket writes to. */
  stream: Duplex;
  address: string;
  /** What `publicNetworkOf` returns for the address. */
  publicNetwork: string | null;
  /** The host the socket was opened to. */
  host?: string | undefined;
  dispatcher: Dispatcher;
  clock: Clock;
  paceOf(userId: string, now: number): Pace;
  /** Called once the socket has authenticated. Throws DomainError when the user has too many sockets. */
  onEnter(connection: Connection): void;
  onLeave(connection: Connection): void;
}

type AuthFrame = Extract<ClientFrame, { type: 'auth' }>;
type CallFrame = Extract<ClientFrame, { type: 'call' }>;
interface Known {
  token: string;
  tab: string;
  bearer: Bearer;
}
type State = { kind: 'stranger' } | ({ kind: 'known' } & Known) | { kind: 'closed' };

const AUTH_WITHIN_MS = 10_000;
const MAX_CALLS_IN_FLIGHT = 32;
/** How long a socket that was told to close may take to answer. */
const GOODBYE_MS = 3_000;

/**
 * One live socket.
 *
 *   stranger ──auth──► known ──auth──► known, with a fresh bearer
 *      │ 10 s, any other frame  │ bearer or session ends, too slow, bad frame
 *      └────────► closed ◄──────┘
 */
export class Connection {
  /** When the client last answered a ping. */
  pongAt: number;
  pingedAt: number;
  /** When the first unanswered ping was sent. */
  unansweredSince: number | undefined;
  /** Whether its tab is looked at, as the tab reports. */
  presence: 'online' | 'away' = 'online';
  /** What the tab shows, as it reports. */
  at: string | null = null;
  /** The shared topics the tab shows. */
  readonly shows: Record<Topic['kind'], string | null> = { feed: null, counts: null };
  readonly #options: ConnectionOptions;
  #state: State = { kind: 'stranger' };
  #stopTimer: Stop;
  #callsInFlight = 0;
  /** The close code to use once all calls are answered. */
  #closingWith: number | undefined;

  constructor(options: ConnectionOptions) {
    const { socket, clock } = options;
    this.#options = options;
    this.pongAt = clock.now();
    this.pingedAt = this.pongAt;
    this.#stopTimer = clock.timer(AUTH_WITHIN_MS, () => this.close(CLOSE.authTimeout));
    socket.on('message', (data, isBinary) => this.#receive(data, isBinary));
    socket.on('pong', () => {
      this.pongAt = clock.now();
      this.unansweredSince = undefined;
    });
    socket.on('close', () => this.#end());
    // ws closes the socket itself (frame too large, no UTF-8): 'close' follows.
    socket.on('error', () => {});
  }

  /** The user and tab of an authenticated socket. */
  get known(): Known {
    if (this.#state.kind !== 'known') throw new Error('nobody has signed in on this socket');
    return this.#state;
  }

  ping(): void {
    const { socket, clock } = this.#options;
    this.pingedAt = clock.now();
    this.unansweredSince ??= this.pingedAt;
    if (socket.readyState === WebSocket.OPEN) socket.ping();
  }

  /** Skips no frame: a socket that falls behind is closed, and its client syncs when it is back. */
  send(frame: string, onWritten?: (error?: Error | null) => void): void {
    const { socket } = this.#options;
    if (socket.bufferedAmount > FIXED.socketBacklogBytes) this.close(CLOSE.tooSlow);
    if (socket.readyState === WebSocket.OPEN) {
      writeTogether(this.#options.stream);
      socket.send(frame, onWritten);
    } else onWritten?.(new Error('closed'));
  }

  /** True once the frame was handed to the network. */
  write(frame: string): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    this.send(frame, (error) => resolve(!error));
    return promise;
  }

  close(code: number): void {
    const { socket, clock } = this.#options;
    this.#end();
    socket.close(code);
    const stop = clock.timer(GOODBYE_MS, () => socket.terminate());
    socket.once('close', stop);
  }

  /** Closes once every call of this socket is answered. */
  closeWhenAnswered(code: number): void {
    this.#closingWith = code;
    this.#closeIfAnswered();
  }

  #closeIfAnswered(): void {
    if (this.#closingWith === undefined || this.#callsInFlight > 0 || this.#state.kind === 'closed') return;
    this.close(this.#closingWith);
  }

  /** Terminates without a close frame, which would go unanswered. */
  drop(): void {
    this.#options.socket.terminate();
  }

  #end(): void {
    const wasKnown = this.#state.kind === 'known';
    this.#stopTimer();
    if (wasKnown) this.#options.onLeave(this);
    this.#state = { kind: 'closed' };
  }

  #receive(data: RawData, isBinary: boolean): void {
    if (this.#state.kind === 'closed') return;
    if (data instanceof Buffer) this.#keepPace(data);
    const frame = isBinary || !(data instanceof Buffer) ? undefined : readFrame(data);
    if (frame?.type === 'auth') this.#authenticate(frame);
    else if (frame?.type === 'call' && this.#state.kind === 'known') this.#call(frame, this.#state);
    else this.#refuseAndClose(new DomainError(frame ? 'not-authenticated' : 'bad-input'));
  }

  /** Delays reading when frames arrive faster than any page sends them: the network then slows the sender. */
  #keepPace({ length }: Buffer): void {
    const { socket, clock, paceOf } = this.#options;
    // An unauthenticated socket has one frame.
    if (this.#state.kind !== 'known' || this.#state.bearer.pace === 'unlimited') return;
    const now = clock.now();
    const waitMs = paceOf(this.#state.bearer.userId, now).count(length, now);
    if (waitMs === 0 || socket.isPaused) return;
    socket.pause();
    clock.timer(waitMs, () => socket.resume());
  }

  #authenticate({ token, tabId: tab }: AuthFrame): void {
    const { dispatcher, clock, onEnter } = this.#options;
    try {
      const bearer = dispatcher.listen(token);
      const before = this.#state;
      if (before.kind === 'known' && (before.bearer.userId !== bearer.userId || before.tab !== tab)) {
        throw new DomainError('not-authenticated');
      }
      this.#state = { kind: 'known', token, tab, bearer };
      if (before.kind === 'stranger') onEnter(this);
      this.#stopTimer();
      this.#stopTimer = clock.timer(bearer.expiresAt - clock.now(), () => this.close(CLOSE.unauthenticated));
      this.#answer({
        type: 'ready',
        userId: bearer.userId,
        serverTime: clock.now(),
        contractVersion: CONTRACT_VERSION,
      });
    } catch (error) {
      this.#refuseAndClose(asDomainError(error));
    }
  }

  /** Not async: in a crowd each call would keep all its variables until it is answered. */
  #call({ id, function: name, data }: CallFrame, { token, tab }: Known): void {
    const { dispatcher, clock, address, publicNetwork, host } = this.#options;
    let bearer: Bearer;
    try {
      bearer = dispatcher.authenticate(token);
    } catch (error) {
      this.#refuseAndClose(asDomainError(error), id);
      return;
    }
    if (this.#callsInFlight >= MAX_CALLS_IN_FLIGHT) {
      this.#refuse(new DomainError('too-many-requests', { retryAfter: 1 }), id);
      return;
    }
    this.#callsInFlight += 1;
    const call = {
      bearer,
      function: name,
      data: () => data,
      requestId: id,
      tab,
      heardAt: clock.now(),
      address,
      publicNetwork,
      host,
    };
    void dispatcher.call(call).then(
      (result) => this.#answered(resultFrame(id, result, this.#options.clock.now())),
      (error: unknown) => this.#refused(asDomainError(error), id),
    );
  }

  #answered(frame: string): void {
    this.#callsInFlight -= 1;
    this.send(frame);
    this.#closeIfAnswered();
  }

  #refused(refusal: DomainError, id: string): void {
    this.#callsInFlight -= 1;
    // The server stops and this socket with it: its client then retries on another node.
    if (refusal.reason !== 'not-ready') this.#refuse(refusal, id);
    this.#closeIfAnswered();
  }

  #answer(frame: ServerFrame): void {
    this.send(JSON.stringify(frame));
  }

  #refuse(error: DomainError, id: string | null): void {
    this.#answer({ type: 'error', id, error: wireErrorOf(error), serverTime: this.#options.clock.now() });
  }

  #refuseAndClose(error: DomainError, id: string | null = null): void {
    this.#refuse(error, id);
    this.close(closeCodeOf(error));
  }
}

let corked: Duplex[] = [];

/** Sends the frames of one tick, such as a result and its events, in one write: a write costs more than a frame. */
function writeTogether(stream: Duplex): void {
  if (stream.writableCorked > 0) return;
  stream.cork();
  if (corked.push(stream) === 1) process.nextTick(uncorkAll);
}

function uncorkAll(): void {
  const streams = corked;
  corked = [];
  for (const stream of streams) stream.uncork();
}

/** `result` is JSON already. */
function resultFrame(id: string, result: string, serverTime: number): string {
  return `{"type":"result","id":${JSON.stringify(id)},"result":${result},"serverTime":${serverTime}}`;
}

function closeCodeOf({ reason, code }: DomainError): number {
  if (reason === 'session-ended' || reason === 'suspended') return CLOSE.sessionEnded;
  if (code === 'unauthenticated') return CLOSE.unauthenticated;
  if (code === 'invalid-argument') return CLOSE.badFrame;
  return CLOSE.tooSlow;
}
