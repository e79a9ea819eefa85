import { WebSocket, type RawData } from 'ws';
import type { Person } from './crowd.ts';

/** What is asked, by its number: the mix repeats itself. */
export type Question = (n: number, who: number) => { function: string; data: unknown };

/** ok, or the status of the refusal. */
export type Fate = 'ok' | 'UNAVAILABLE' | 'RESOURCE_EXHAUSTED' | 'other';

export interface Answered {
  fate: Fate;
  /** When it was due, on the clock of performance.now(). */
  dueAt: number;
  ms: number;
}

interface LoadOptions {
  url: string;
  people: readonly Person[];
  question: Question;
  /** Told of every answer. */
  onAnswer(answered: Answered): void;
}

const ID = '"id":"q-';
const RESULT = '{"type":"result"';
const READY = '{"type":"ready"';
const STATUS = /"status":"([A-Z_]+)"/;
const PATIENCE_MS = 60_000;
const STEP_MS = 2;

/** People on live sockets who ask: each one thing after the other, or so many a second whatever is answered. */
export class Load {
  readonly #options: LoadOptions;
  readonly #sockets: WebSocket[] = [];
  readonly #asked = new Map<number, { dueAt: number; who: number }>();
  #goOn: (who: number) => void = () => {};
  #count = 0;

  constructor(options: LoadOptions) {
    this.#options = options;
  }

  async open(): Promise<void> {
    for (const [who, { accessToken }] of this.#options.people.entries()) {
      await this.#enter(who, accessToken);
    }
  }

  /** Without an answer yet. */
  get pending(): number {
    return this.#asked.size;
  }

  /** So many under way at any time. */
  async closed(underWay: number, seconds: number): Promise<void> {
    const until = performance.now() + seconds * 1_000;
    this.#goOn = (who) => {
      if (performance.now() < until) this.#ask(who, performance.now());
    };
    for (let n = 0; n < underWay; n++) this.#ask(n % this.#sockets.length, performance.now());
    await pause(seconds * 1_000);
    this.#goOn = () => {};
    await this.answered();
  }

  /** Resolves when the last one was sent. */
  async openLoop(perSecond: number, seconds: number): Promise<void> {
    const started = performance.now();
    const all = Math.round(perSecond * seconds);
    for (let n = 0; n < all;) {
      const due = Math.min(all, Math.floor(((performance.now() - started) / 1_000) * perSecond));
      for (; n < due; n++) this.#ask(n % this.#sockets.length, started + (n * 1_000) / perSecond);
      await pause(STEP_MS);
    }
  }

  async answered(): Promise<void> {
    const until = performance.now() + PATIENCE_MS;
    while (this.#asked.size > 0) {
      if (performance.now() > until) throw new Error(`${this.#asked.size} questions are without an answer`);
      await pause(STEP_MS);
    }
  }

  stop(): void {
    for (const socket of this.#sockets) socket.terminate();
  }

  #ask(who: number, dueAt: number): void {
    const n = this.#count++;
    this.#asked.set(n, { dueAt, who });
    this.#sockets[who]!.send(
      JSON.stringify({ type: 'call', id: `q-${n}-of-this-load`, ...this.#options.question(n, who) }),
    );
  }

  #hear(frame: string): void {
    const at = frame.indexOf(ID);
    if (at < 0) return;
    const n = Number.parseInt(frame.slice(at + ID.length, at + ID.length + 12), 10);
    const question = this.#asked.get(n);
    if (!question) return;
    this.#asked.delete(n);
    const { dueAt, who } = question;
    this.#options.onAnswer({ fate: fateOf(frame), dueAt, ms: performance.now() - dueAt });
    this.#goOn(who);
  }

  #enter(who: number, token: string): Promise<void> {
    const socket = new WebSocket(`${this.#options.url.replace(/^http/, 'ws')}/api/v1/live`, {
      perMessageDeflate: false,
    });
    this.#sockets.push(socket);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    socket.on('open', () => socket.send(JSON.stringify({ type: 'auth', token, tabId: `bench-load-${who}` })));
    socket.on('error', reject);
    socket.on('close', () => reject(new Error('a socket of the load was closed')));
    socket.on('message', (data: RawData) => {
      const frame = String(data);
      if (frame.startsWith(READY)) resolve();
      else this.#hear(frame);
    });
    return promise;
  }
}

function fateOf(frame: string): Fate {
  if (frame.startsWith(RESULT)) return 'ok';
  const status = STATUS.exec(frame)?.[1];
  return status === 'UNAVAILABLE' || status === 'RESOURCE_EXHAUSTED' ? status : 'other';
}

function pause(ms: number): Promise<void> {
  return new Promise((resume) => setTimeout(resume, ms));
}
