import { WebSocket, type RawData } from 'ws';

/** How one system is greeted; it answers that somebody is in with `ready`. */
export interface Greeting {
  url: string;
  hello(who: number): string;
}

const READY = '{"type":"ready"';
const PATIENCE_MS = 60_000;

/** Sockets of people who are signed in and do nothing. */
export class Connections {
  readonly #greeting: Greeting;
  #sockets: WebSocket[] = [];

  constructor(greeting: Greeting) {
    this.#greeting = greeting;
  }

  /** So many, each batch once the one before is in; milliseconds until the last one is. */
  async open(people: number, { atOnce }: { atOnce: number }): Promise<number> {
    const started = performance.now();
    for (let first = 0; first < people; first += atOnce) {
      const batch = Array.from({ length: Math.min(atOnce, people - first) }, (_, i) => this.#open(first + i));
      await Promise.all(batch);
    }
    return performance.now() - started;
  }

  /** Cut off from here, without a word; resolves once all are gone. */
  async drop(): Promise<void> {
    const sockets = this.#sockets;
    this.#sockets = [];
    const gone = sockets.map((socket) => new Promise((resolve) => socket.once('close', resolve)));
    for (const socket of sockets) socket.terminate();
    await Promise.all(gone);
  }

  async #open(who: number): Promise<void> {
    const { url, hello } = this.#greeting;
    const socket = new WebSocket(url, { perMessageDeflate: false });
    this.#sockets.push(socket);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const timer = setTimeout(() => reject(new Error(`not in after ${PATIENCE_MS} ms`)), PATIENCE_MS);
    socket.on('open', () => socket.send(hello(who)));
    socket.on('error', reject);
    socket.on('close', () => reject(new Error('shut out')));
    socket.on('message', (data: RawData) => {
      if (String(data).startsWith(READY)) resolve();
    });
    await promise.finally(() => clearTimeout(timer));
  }
}
