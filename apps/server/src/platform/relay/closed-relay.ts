import type { Clock } from '../clock.ts';
import { every } from '../every.ts';
import type { ServerKeys } from '../keys.ts';
import type { Log } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import { newCounterMemory, readCounts, type Counts } from './counters.ts';
import { sealCredentials, type Credentials, type Holder } from './credentials.ts';
import { keepThread } from './kept-thread.ts';
import type { News, ToThread } from './messages.ts';
import type { OpenCall, Tally } from './open-calls.ts';

/** The built-in TURN server, as the main thread sees it. */
export interface ClosedRelay {
  /** The UDP port it listens on. */
  readonly port: number;
  /**
   * Credentials for one side of a call, or for a waiting user: valid until then, and no longer than the call is open.
   */
  credentials(holder: Holder, expiresAt: number): Credentials;
  /** Lets the two sides of a call reach each other, also with what they prepared while they waited. May be repeated. */
  open(call: OpenCall): void;
  /** Ends everything of this call at once. */
  close(callId: string): void;
  /** Packets the two sides of a connection check have sent so far; null: it is not open. */
  tallyOf(checkId: string): Promise<Tally | null>;
  /**
   * Whether all it was told before is in effect now, or will be before it serves a client. False after a second: no
   * call waits for long.
   */
  settled(): Promise<boolean>;
  isListening(): boolean;
  stop(): Promise<void>;
}

export interface ClosedRelayOptions {
  keys: Pick<ServerKeys, 'signing' | 'allAccepted'>;
  clock: Clock;
  log: Log;
  metrics: Pick<Metrics, 'gauge' | 'totals'>;
  /** An address; '0.0.0.0' and '::' mean all, of both families. */
  listenOn: string;
  /** 0: any free one. */
  port: number;
}

/** The purpose of the server keys that seal its credentials. */
export const RELAY_KEYS = 'relay';

/** A key is announced a minute before it is used. */
const TELL_EVERY_MS = 10_000;

/** Resolves once it listens; rejects when it cannot. */
export async function startClosedRelay(options: ClosedRelayOptions): Promise<ClosedRelay> {
  const { keys, clock, log, listenOn } = options;
  const counters = newCounterMemory();
  const calls = new Map<string, OpenCall>();
  const first = Promise.withResolvers<void>();
  let state: 'listening' | 'down' = 'down';
  let { port } = options;

  const validKeys = (): ToThread => ({
    kind: 'keys',
    keys: keys.allAccepted(RELAY_KEYS).map(({ kid, secret }) => ({ kid, secret: Uint8Array.from(secret) })),
    now: clock.now(),
  });
  const thread = keepThread({
    clock,
    log,
    hear,
    firstWords: () => [
      {
        kind: 'start',
        listenOn,
        port,
        counters,
      },
      validKeys(),
      ...[...calls.values()].map((call): ToThread => ({
        kind: 'open',
        call,
      })),
    ],
    onEnd() {
      state = 'down';
      first.reject(new Error('the relay ended before it listened'));
    },
  });

  function hear(message: News): void {
    switch (message.kind) {
      case 'listening':
        // A restarted thread takes the same port: clients have its address.
        port = message.port;
        state = 'listening';
        return first.resolve();
      case 'not-listening':
        log.error({ err: message.error }, 'the relay cannot listen');
        return first.reject(refusal(message, port));
      case 'stumbled':
        return log.error({ err: message.error }, 'the relay could not handle a datagram');
      default:
        return message satisfies never;
    }
  }

  function remind(): void {
    thread.tell(validKeys());
    for (const { callId, until } of calls.values()) if (until <= clock.now()) calls.delete(callId);
  }

  try {
    await first.promise;
  } catch (error) {
    await thread.stop();
    throw error;
  }
  const stopReminding = every(clock, TELL_EVERY_MS, remind);
  showMetrics(options.metrics, counters);
  return {
    get port() {
      return port;
    },
    credentials: (holder, expiresAt) => sealCredentials(keys.signing(RELAY_KEYS), holder, expiresAt),
    open(call) {
      calls.set(call.callId, call);
      thread.tell({ kind: 'open', call });
    },
    close(callId) {
      if (calls.delete(callId)) thread.tell({ kind: 'close', callId });
    },
    tallyOf: async (checkId) => (state === 'down' ? null : thread.tallyOf(checkId)),
    settled: async () => state === 'down' || thread.caughtUp(),
    isListening: () => state === 'listening',
    async stop() {
      stopReminding();
      await thread.stop();
      state = 'down';
    },
  };
}

function refusal({ reason, error: cause }: { reason: 'port-taken' | 'other'; error: unknown }, port: number): Error {
  const text =
    reason === 'port-taken'
      ? `UDP port ${port} is taken. Set RELAY_PORT to a free one.`
      : `The relay cannot listen on UDP port ${port}. HOST and RELAY_PORT say where it is.`;
  return new Error(text, { cause });
}

function showMetrics(metrics: ClosedRelayOptions['metrics'], memory: SharedArrayBuffer): void {
  const counts = (): Counts => readCounts(memory);
  metrics.gauge('relay_allocations', 'Allocations of the closed relay', () => counts().allocations);
  metrics.totals(
    'relay_packets_total',
    { help: 'Packets the closed relay has passed on, and datagrams it has refused, by reason', label: 'outcome' },
    () => ({ passed: counts().packets, ...counts().refused }),
  );
  metrics.totals(
    'relay_bytes_total',
    { help: 'Bytes the closed relay has passed from one side of a call to the other', label: 'outcome' },
    () => ({ passed: counts().bytes }),
  );
}
