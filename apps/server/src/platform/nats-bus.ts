import { connect, errors, type Msg, type NatsConnection, type Subscription } from '@nats-io/transport-node';
import { createListeners, firstAnswer, kindOf, type Bus, type Listener } from './bus.ts';
import type { Log } from './log.ts';
import { readNatsAddress } from './nats-address.ts';
import type { Stop } from './stop.ts';

interface NatsOptions {
  url: string;
  log: Log;
}

/** Far beyond any event; what a larger hint would say is in the rows it is about. */
const MESSAGE_BYTES = 512 * 1024;
/** A server that leaves so many pings unanswered has stalled, and is given up. */
const PINGS_UNANSWERED = 2;
const PING_MS = 1_000;
const CONNECT_MS = 2_000;
const RECONNECT_MS = 250;
const DRAIN_MS = 2_000;
/** Sent by a node once it is back: the others have missed some of its messages. */
const GAP = 'gap';
const GAP_MS = 500;

/** Connects nodes over the core of NATS. @throws Error for the operator when no server accepts us. */
export async function connectNatsBus({ url, log }: NatsOptions): Promise<Bus> {
  const address = readNatsAddress(url);
  if (!address) throw new Error('BUS_URL must be an address such as nats://host:4222.');
  const { name, places, options } = address;
  try {
    const connection = await connect({
      ...options,
      name: 'yonder',
      noEcho: true,
      noAsyncTraces: true,
      timeout: CONNECT_MS,
      pingInterval: PING_MS,
      maxPingOut: PINGS_UNANSWERED,
      maxReconnectAttempts: -1,
      ignoreAuthErrorAbort: true,
      reconnectTimeWait: RECONNECT_MS,
      reconnectJitter: RECONNECT_MS,
    });
    return new NatsBus({ connection, name, log });
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`BUS_URL: no NATS server takes us at ${places} (${reason}).`, { cause });
  }
}

/**
 * A message reaches the nodes that listen on its subject, now or never.
 *
 *   connected ──server gone, or silent for 3 s──► cut: nothing is sent
 *       ▲                                          │
 *       └───── back: all listeners hear a gap ─────┘
 *
 * After a refused subject it counts as cut until the process restarts, and still sends what it may.
 */
class NatsBus implements Bus {
  readonly #connection: NatsConnection;
  readonly #name: string;
  readonly #log: Log;
  readonly #listeners;
  readonly #subscriptions = new Map<string, Subscription>();
  readonly #gaps = new Set<() => void>();
  #state: 'connected' | 'cut' = 'connected';
  #isRefused = false;
  #gapTimer: NodeJS.Timeout | undefined;

  constructor({ connection, name, log }: { connection: NatsConnection; name: string; log: Log }) {
    this.#connection = connection;
    this.#name = name;
    this.#log = log;
    this.#listeners = createListeners(log);
    connection.subscribe(this.#subjectOf(GAP), { callback: (error) => (error ? undefined : this.#gap()) });
    void this.#watch();
  }

  publish(subject: string, message: unknown): void {
    // Delivers to this node's own listeners first.
    void this.#listeners.tell(subject, message);
    const text = this.#written(subject, message);
    if (text !== undefined) this.#connection.publish(this.#subjectOf(subject), text);
  }

  subscribe(subject: string, on: Listener): Stop {
    if (this.#listeners.count(subject) === 0) this.#subscriptions.set(subject, this.#listen(subject));
    const stop = this.#listeners.add(subject, on);
    return () => {
      stop();
      if (this.#listeners.count(subject) > 0) return;
      this.#subscriptions.get(subject)?.unsubscribe();
      this.#subscriptions.delete(subject);
    };
  }

  async ask(subject: string, question: unknown, withinMs: number): Promise<unknown> {
    const own = await firstAnswer(this.#listeners.tell(subject, question));
    const text = own === undefined ? this.#written(subject, question) : undefined;
    if (text === undefined) return own;
    try {
      return read(await this.#connection.request(this.#subjectOf(subject), text, { timeout: withinMs }));
    } catch {
      // No listener, no answer in time and a broken connection are the same to the caller.
      return undefined;
    }
  }

  /** Only the server knows the listeners on other nodes. */
  listeners(): number {
    return Infinity;
  }

  onGap(tell: () => void): Stop {
    this.#gaps.add(tell);
    return () => this.#gaps.delete(tell);
  }

  readonly isConnected = (): boolean => this.#state === 'connected' && !this.#isRefused;

  async stop(): Promise<void> {
    clearTimeout(this.#gapTimer);
    const drained = this.#connection.drain().catch(() => {});
    const late = Promise.withResolvers<void>();
    const timer = setTimeout(late.resolve, DRAIN_MS);
    await Promise.race([drained, late.promise]);
    clearTimeout(timer);
    await this.#connection.close();
  }

  /** Undefined: it is not to be sent. */
  #written(subject: string, message: unknown): string | undefined {
    if (this.#state === 'cut') return undefined;
    const text = JSON.stringify(message);
    const atMost = Math.min(MESSAGE_BYTES, this.#connection.info?.max_payload ?? MESSAGE_BYTES);
    if (Buffer.byteLength(text) <= atMost) return text;
    this.#log.error({ about: kindOf(subject), atMost }, 'a message was too large for the bus');
    return undefined;
  }

  /** Wildcards and spaces have a meaning in NATS: subjects are made of names and ids. */
  #subjectOf(subject: string): string {
    if (!/^[\w-]+(\.[\w-]+)*$/.test(subject)) throw new Error('this is no subject of the bus');
    return `${this.#name}.${subject}`;
  }

  /** A refused subject is reported in `#watch`. */
  #listen(subject: string): Subscription {
    return this.#connection.subscribe(this.#subjectOf(subject), {
      callback: (error, message) => (error ? undefined : void this.#receive(subject, message)),
    });
  }

  async #receive(subject: string, message: Msg): Promise<void> {
    const told = read(message);
    if (told === undefined) return;
    const answers = this.#listeners.tell(subject, told);
    if (!message.reply) return;
    const answer = await firstAnswer(answers);
    if (answer !== undefined && this.#state === 'connected') message.respond(JSON.stringify(answer));
  }

  /** The error's own text names the subject, and so a user: only the kind is logged. */
  #refused({ operation, subject }: InstanceType<typeof errors.PermissionViolationError>): void {
    if (this.#isRefused) return;
    this.#isRefused = true;
    const about = kindOf(subject.startsWith(`${this.#name}.`) ? subject.slice(this.#name.length + 1) : subject);
    this.#log.error({ operation, about }, 'the bus refuses a subject');
  }

  async #watch(): Promise<void> {
    for await (const status of this.#connection.status()) {
      const { type } = status;
      if (type === 'error') {
        if (status.error instanceof errors.PermissionViolationError) this.#refused(status.error);
      } else if (type === 'disconnect') {
        this.#state = 'cut';
        this.#log.warn('the bus is cut off');
      } else if (type === 'reconnect') {
        this.#state = 'connected';
        this.#log.info('the bus is back');
        await this.#return().catch((error: unknown) => this.#log.warn({ err: error }, 'the bus was cut off again'));
      }
    }
  }

  /**
   * Messages published just before the cut are lost as well. Once the server answers, it knows all our subjects again.
   */
  async #return(): Promise<void> {
    this.#connection.publish(this.#subjectOf(GAP));
    await this.#connection.flush();
    this.#gap();
  }

  /** When a server restarts, every node notifies every other one: those of a moment count as one. */
  #gap(): void {
    this.#gapTimer ??= setTimeout(() => {
      this.#gapTimer = undefined;
      for (const tell of this.#gaps) this.#attempt(tell);
    }, GAP_MS).unref();
  }

  /** A failing listener is logged: no caller waits for the result. */
  #attempt(tell: () => void): void {
    try {
      tell();
    } catch (error) {
      this.#log.error({ err: error }, 'a gap could not be told');
    }
  }
}

/** Undefined: not one of ours. */
function read(message: Msg): unknown {
  if (message.data.length > MESSAGE_BYTES) return undefined;
  try {
    return message.json();
  } catch {
    return undefined;
  }
}
