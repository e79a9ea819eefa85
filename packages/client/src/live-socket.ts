import { CLOSE, CONTRACT_VERSION, serverFrame, type ServerFrame } from '@yonder/contract';
import { CallError, errorOfWire } from './call-error.ts';
import type { ClientClock, Stop } from './clock.ts';
import { createValue, type Readable } from './value.ts';
import { createPendingCalls, SocketLost } from './pending-calls.ts';
import type { ServerClock } from './server-clock.ts';
import type { Token, Tokens } from './tokens.ts';

/**
 * off: not started, stopped, or signed out.  connecting: on the way up.
 * online: calls and events travel.  waiting: it went down and is tried again in a moment.
 * paused: the page is in the back/forward cache; nothing is tried until it is shown again.
 */
export type LiveStatus = 'off' | 'connecting' | 'online' | 'waiting' | 'paused';

export interface LiveSocketOptions {
  /** ws: or wss: address. */
  url: string;
  tabId: string;
  tokens: Tokens;
  clock: ClientClock;
  serverClock: ServerClock;
  onOnline(): void;
  onEvent(event: { name: string; data: unknown }): void;
}

/** Limit from the first step until the server is ready: a network that drops everything reports no error. */
const CONNECT_MS = 8_000;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;
/** A socket that was up this long went down for a new reason: the pauses begin anew. */
const STEADY_MS = 10_000;
/** The access token is no longer accepted. */
const REFUSED: ReadonlySet<number> = new Set([CLOSE.unauthenticated, CLOSE.sessionEnded]);
const OWN_CODES: ReadonlySet<number> = new Set(Object.values(CLOSE));
/** Pause between attempts that answers over HTTP cause. */
const AGAIN_AFTER_ANSWER_MS = 5_000;
/** Failed attempts after which answers over HTTP may show that sockets do not get through. */
const BLOCKED_AFTER = 3;

/**
 * The live socket, kept up.
 *
 *   off ──start──► connecting ──ready──► online ──► (a fresh token in band before the old one ends)
 *    ▲               │  ▲                   │
 *    │ signed out    ▼  │ pause over        │ lost
 *    └──────────── waiting ◄────────────────┘
 *
 * Every state but off goes to paused as the page enters the back/forward cache; from there hurry connects, and stop
 * ends in off.
 */
export class LiveSocket {
  readonly #options: LiveSocketOptions;
  readonly #status = createValue<LiveStatus>('off');
  readonly #blocked = createValue(false);
  readonly #pending;
  #socket: WebSocket | undefined;
  /** Rises with every attempt and its end, so that an overtaken attempt notices. */
  #connection = 0;
  #token: Token | undefined;
  #attempt = 0;
  #authSentAt = 0;
  #onlineSince = 0;
  #answeredAt = -Infinity;
  /** Whether HTTP was answered since the socket was last up, and has not failed since. */
  #isAnswered = false;
  /** `#isAnswered` as the socket of this attempt was opened. */
  #wasAnswered = false;
  /** tried: a socket failed that was opened after an answer over HTTP. shut: and HTTP was answered again. */
  #way: 'open' | 'tried' | 'shut' = 'open';
  /** The limit while connecting, the pause while waiting, the renewal while online. */
  #stopTimer: Stop = () => {};

  constructor(options: LiveSocketOptions) {
    this.#options = options;
    this.#pending = createPendingCalls(options.clock);
  }

  get status(): Readable<LiveStatus> {
    return this.#status;
  }

  /** Whether HTTP reaches the server and sockets do not, as behind some proxies. */
  get blocked(): Readable<boolean> {
    return this.#blocked;
  }

  start(): void {
    if (this.#status.get() === 'off') void this.#connect();
  }

  stop(): void {
    this.#leave('off');
  }

  /** Closes the socket without a further attempt, until `hurry`. */
  pause(): void {
    if (this.#status.get() !== 'off') this.#leave('paused');
  }

  /** Connects now, as the network or the page may be back. An attempt that began without it starts anew. */
  hurry(): void {
    const status = this.#status.get();
    if (status === 'off' || status === 'online') return;
    this.#attempt = 0;
    this.#drop();
    void this.#connect();
  }

  /** The server has answered over HTTP: a waiting socket connects now. */
  answered(): void {
    if (this.#status.get() !== 'online') {
      if (this.#way === 'tried' && this.#attempt >= BLOCKED_AFTER) this.#way = 'shut';
      this.#isAnswered = true;
      this.#blocked.set(this.#way === 'shut');
    }
    const now = this.#options.clock.now();
    if (this.#status.get() !== 'waiting' || now - this.#answeredAt < AGAIN_AFTER_ANSWER_MS) return;
    this.#answeredAt = now;
    void this.#connect();
  }

  /** The server was not reached over HTTP either. */
  unanswered(): void {
    this.#isAnswered = false;
    if (this.#way === 'tried') this.#way = 'open';
    this.#blocked.set(false);
  }

  /** Rejects with CallError when the server refuses, with SocketLost when the outcome is unknown. */
  async call({ id, ...call }: { id: string; function: string; data: unknown }): Promise<unknown> {
    const socket = this.#socket;
    if (!socket || !this.#isUp(socket)) throw new SocketLost();
    const underWay = this.#pending.find(id);
    if (underWay) return underWay;
    const answer = this.#pending.add(id, () => this.#lost(socket, CLOSE.tooSlow));
    socket.send(JSON.stringify({ type: 'call', id, ...call }));
    return answer;
  }

  async #connect(): Promise<void> {
    const mine = ++this.#connection;
    this.#enter('connecting');
    this.#stopTimer = this.#options.clock.timer(CONNECT_MS, () => this.#wait());
    const token = await this.#freshToken(mine);
    if (!token || mine !== this.#connection) return;
    const socket = new WebSocket(this.#options.url);
    this.#socket = socket;
    this.#wasAnswered = this.#isAnswered;
    socket.addEventListener('open', () => this.#sendAuth(socket, token));
    socket.addEventListener('message', ({ data }) => this.#receive(socket, data));
    socket.addEventListener('close', ({ code }) => this.#lost(socket, code));
    // 'close' follows.
    socket.addEventListener('error', () => {});
  }

  async #freshToken(mine: number): Promise<Token | undefined> {
    try {
      return await this.#options.tokens.get();
    } catch (error) {
      if (mine !== this.#connection) return undefined;
      if (error instanceof CallError && error.code === 'unauthenticated') this.#leave('off');
      else this.#wait();
      return undefined;
    }
  }

  #sendAuth(socket: WebSocket, token: Token): void {
    this.#token = token;
    this.#authSentAt = this.#options.clock.now();
    const { tabId } = this.#options;
    socket.send(JSON.stringify({ type: 'auth', token: token.accessToken, tabId, contractVersion: CONTRACT_VERSION }));
  }

  #receive(socket: WebSocket, data: unknown): void {
    if (socket !== this.#socket) return;
    this.#pending.heard();
    const frame = readFrame(data);
    if (frame?.type === 'ready') this.#ready(socket, frame.serverTime);
    else if (frame?.type === 'event') this.#options.onEvent(frame);
    else if (frame?.type === 'result') this.#settle(frame, { result: frame.result });
    else if (frame?.type === 'error') this.#settle(frame, { error: errorOfWire(frame.error) });
  }

  #ready(socket: WebSocket, serverTime: number): void {
    const { clock, serverClock, onOnline } = this.#options;
    serverClock.measured({ sentAt: this.#authSentAt, serverTime });
    const wasOnline = this.#status.get() === 'online';
    this.#enter('online');
    this.#isAnswered = false;
    this.#wasAnswered = false;
    this.#way = 'open';
    this.#blocked.set(false);
    this.#stopTimer = clock.timer((this.#token?.renewAt ?? 0) - clock.now(), () => void this.#renew(socket));
    if (wasOnline) return;
    this.#onlineSince = clock.now();
    onOnline();
  }

  #settle(
    { id, serverTime }: { id: string | null; serverTime: number },
    outcome: { result: unknown } | { error: Error },
  ) {
    const sentAt = id === null ? undefined : this.#pending.settle(id, outcome);
    if (sentAt !== undefined) this.#options.serverClock.measured({ sentAt, serverTime });
  }

  /** The server may have begun to close the socket. */
  #isUp(socket: WebSocket): boolean {
    return this.#status.get() === 'online' && socket.readyState === WebSocket.OPEN;
  }

  async #renew(socket: WebSocket): Promise<void> {
    try {
      const token = await this.#options.tokens.get();
      if (socket === this.#socket && this.#isUp(socket)) this.#sendAuth(socket, token);
    } catch {
      // The server closes the socket when the old token ends; connecting again tells why.
    }
  }

  #lost(socket: WebSocket, code: number): void {
    if (socket !== this.#socket) return;
    const { clock, tokens } = this.#options;
    const wasSteady = this.#status.get() === 'online' && clock.now() - this.#onlineSince >= STEADY_MS;
    if (wasSteady) this.#attempt = 0;
    // The request for another token then shows whether the user is still signed in.
    if (REFUSED.has(code) && this.#token) tokens.forget(this.#token.accessToken);
    // The server itself has closed it, so sockets get through.
    if (OWN_CODES.has(code)) this.#wasAnswered = false;
    this.#wait();
  }

  #wait(): void {
    const { clock } = this.#options;
    const pause = Math.min(FIRST_PAUSE_MS * 2 ** this.#attempt, LONGEST_PAUSE_MS);
    this.#attempt += 1;
    if (this.#socket !== undefined && this.#wasAnswered && this.#way === 'open') this.#way = 'tried';
    this.#leave('waiting');
    this.#stopTimer = clock.timer(pause * clock.random(), () => void this.#connect());
  }

  #enter(status: LiveStatus): void {
    this.#stopTimer();
    this.#stopTimer = () => {};
    this.#status.set(status);
  }

  #leave(status: 'off' | 'waiting' | 'paused'): void {
    this.#drop();
    this.#enter(status);
    this.#pending.loseAll();
  }

  #drop(): void {
    this.#connection += 1;
    const socket = this.#socket;
    this.#socket = undefined;
    socket?.close();
  }
}

function readFrame(data: unknown): ServerFrame | undefined {
  try {
    return serverFrame.safeParse(JSON.parse(String(data))).data;
  } catch {
    return undefined;
  }
}
