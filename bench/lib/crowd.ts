import { setTimeout as pause } from 'node:timers/promises';
import { WebSocket, type RawData } from 'ws';

/** How one system is spoken to. Both are driven by the same crowd over sockets of the same library. */
export interface Dialect {
  url: string;
  hello(person: Person, index: number): string;
  join(index: number): string;
  /** What a frame says that somebody waits for. Read as text: the driver shares its processors with what it measures. */
  read(frame: string): 'ready' | { sessionId: string } | undefined;
}

export interface Person {
  userId: string;
  accessToken: string;
}

export interface Matching {
  pairs: number;
  /** From the first join sent until the last person knew. */
  totalMs: number;
  /** A person each: from the join sent until they knew. */
  timesMs: number[];
}

interface Guest {
  socket: WebSocket;
  ready: Promise<void>;
  matched: Promise<Match>;
}

interface Match {
  sessionId: string;
  at: number;
}

const CONNECTING_AT_ONCE = 100;
const PATIENCE_MS = 60_000;

/** Everybody is connected and signed in, then all join at once; ends when the last of them is matched. */
export async function joinAtOnce(
  dialect: Dialect,
  people: readonly Person[],
  { onStart, onEnd }: { onStart?(): void | Promise<void>; onEnd?(): Promise<void> } = {},
): Promise<Matching> {
  const joinAll = async (guests: readonly Guest[]): Promise<number[]> => {
    await onStart?.();
    return guests.map(({ socket }, i) => {
      socket.send(dialect.join(i));
      return performance.now();
    });
  };
  return joinBy(dialect, people, { join: joinAll, onEnd });
}

/** The same, but they join one after another, so many a second, whether or not those before are matched. */
export async function joinSteadily(dialect: Dialect, people: readonly Person[], perSecond: number): Promise<Matching> {
  const join = async (guests: readonly Guest[]): Promise<number[]> => {
    const started = performance.now();
    const sent: number[] = [];
    while (sent.length < guests.length) {
      const due = Math.min(guests.length, Math.floor(((performance.now() - started) / 1_000) * perSecond));
      for (let i = sent.length; i < due; i++) {
        guests[i]!.socket.send(dialect.join(i));
        sent.push(performance.now());
      }
      await pause(1);
    }
    return sent;
  };
  return joinBy(dialect, people, { join });
}

interface Joining {
  /** Answers when each join was sent, in ms. */
  join(guests: readonly Guest[]): Promise<number[]>;
  /** All are matched, and still connected. */
  onEnd?: (() => Promise<void>) | undefined;
}

async function joinBy(dialect: Dialect, people: readonly Person[], { join, onEnd }: Joining): Promise<Matching> {
  const guests: Guest[] = [];
  try {
    for (let i = 0; i < people.length; i += CONNECTING_AT_ONCE) {
      const some = people.slice(i, i + CONNECTING_AT_ONCE).map((person, k) => enter(dialect, person, i + k));
      guests.push(...some);
      await Promise.all(some.map(({ ready }) => ready));
    }
    const sent = await join(guests);
    const matches = await inTime(Promise.all(guests.map(({ matched }) => matched)));
    await onEnd?.();
    expectPairs(matches);
    return {
      pairs: matches.length / 2,
      totalMs: Math.max(...matches.map(({ at }) => at)) - sent[0]!,
      timesMs: matches.map(({ at }, i) => at - sent[i]!),
    };
  } finally {
    for (const { socket } of guests) socket.terminate();
  }
}

function enter({ url, hello, read }: Dialect, person: Person, index: number): Guest {
  const socket = new WebSocket(url, { perMessageDeflate: false });
  const ready = Promise.withResolvers<void>();
  const matched = Promise.withResolvers<Match>();
  socket.on('open', () => socket.send(hello(person, index)));
  socket.on('message', (data: RawData) => {
    const said = read(String(data));
    if (said === 'ready') ready.resolve();
    else if (said) matched.resolve({ sessionId: said.sessionId, at: performance.now() });
  });
  socket.on('error', ready.reject);
  return { socket, ready: ready.promise, matched: matched.promise };
}

/** Every session has exactly two people: nobody double, nobody alone. */
function expectPairs(matches: readonly Match[]): void {
  const seats = Map.groupBy(matches, ({ sessionId }) => sessionId);
  const wrong = [...seats.values()].filter(({ length }) => length !== 2);
  if (wrong.length > 0) throw new Error(`${wrong.length} sessions have not two people`);
}

async function inTime<T>(work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`not everybody was matched after ${PATIENCE_MS} ms`)), PATIENCE_MS);
  return Promise.race([work, promise]).finally(() => clearTimeout(timer));
}

const READY = '{"type":"ready"';
const REFUSED = '{"type":"error"';
const SESSION = /"callId":"([^"]+)"/;

function sessionIn(frame: string): { sessionId: string } | undefined {
  const sessionId = SESSION.exec(frame)?.[1];
  return sessionId === undefined ? undefined : { sessionId };
}

/** The product's own frames: the answer to the join tells of the match, or an event does. */
export function productDialect(url: string, round: number): Dialect {
  return {
    url: `${url.replace(/^http/, 'ws')}/api/v1/live`,
    hello: ({ accessToken }, index) =>
      JSON.stringify({ type: 'auth', token: accessToken, tabId: `bench-${round}-${index}` }),
    join: (index) =>
      JSON.stringify({ type: 'call', id: `join-${round}-${index}`, function: 'joinCallQueue', data: null }),
    read(said) {
      if (said.startsWith(READY)) return 'ready';
      if (said.startsWith(REFUSED)) throw new Error(`a join was refused: ${said}`);
      return sessionIn(said);
    },
  };
}

export function floorDialect(url: string): Dialect {
  return {
    url,
    hello: ({ userId }) => JSON.stringify({ type: 'auth', userId }),
    join: () => JSON.stringify({ type: 'join' }),
    read: (said) => (said.startsWith(READY) ? 'ready' : sessionIn(said)),
  };
}
