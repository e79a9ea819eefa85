import { WebSocket, type RawData } from 'ws';

/** How one system is spoken to. All are driven by the same people over sockets of the same library. */
export interface TalkDialect {
  url: string;
  hello(who: number): string;
  send(message: { id: string; who: number; key: string; text: string }): string;
}

export interface Talk {
  /** Messages stored and answered. */
  sent: number;
  totalMs: number;
  /** From sending until the other one had it, a message each. */
  deliveredMs: number[];
}

interface Person {
  socket: WebSocket;
  ready: Promise<void>;
  /** Called with the answer's id. */
  onAnswer(id: string): void;
  /** Of what the other one wrote: the numbers in the order in which they came. */
  heard: number[];
}

const PATIENCE_MS = 60_000;
const TEXT = 'Do you know the vendor at the corner who says good night to every single egg? ';

const READY = '{"type":"ready"';
const RESULT = '{"type":"result","id":"';
const EVENT = '{"type":"event","name":"message.created"';
const KEY = /"clientMessageId":"00000000-0000-4000-8000-([0-9a-f]{4})([0-9a-f]{8})"/;
const NUMBER = /"seedOrder":(\d+)/;

/** Pairs of people, 2i with 2i + 1. Those who meet in the same rooms again need numbers of their own. */
export class Crowd {
  readonly #dialect: TalkDialect;
  readonly #people: Person[];
  readonly #sentAt = new Map<string, number>();
  #deliveredMs: number[] = [];
  #count: number;

  constructor(dialect: TalkDialect, size: number, firstNumber = 0) {
    this.#dialect = dialect;
    this.#count = firstNumber;
    this.#people = Array.from({ length: size }, (_, who) => this.#enter(who));
  }

  async ready(): Promise<void> {
    await Promise.all(this.#people.map(({ ready }) => ready));
  }

  /** Everybody writes so many, the next one when the one before was answered. */
  async oneInFlight(each: number): Promise<Talk> {
    this.#deliveredMs = [];
    const done = Promise.withResolvers<void>();
    const [started, expected] = [performance.now(), each * this.#people.length];
    let answered = 0;
    let talking = this.#people.length;
    for (const [who, person] of this.#people.entries()) {
      let left = each;
      person.onAnswer = () => {
        answered++;
        if (--left > 0) this.#write(who);
        else if (--talking === 0) done.resolve();
      };
      this.#write(who);
    }
    await inTime(done.promise);
    const totalMs = performance.now() - started;
    await this.#come(expected, () => this.#deliveredMs.length);
    return { sent: answered, totalMs, deliveredMs: this.#deliveredMs };
  }

  /** So many a second, whoever's turn it is, whether or not the ones before were answered. */
  async openLoop(perSecond: number, seconds: number): Promise<Talk> {
    this.#deliveredMs = [];
    const [started, expected] = [performance.now(), perSecond * seconds];
    let answered = 0;
    for (const person of this.#people) person.onAnswer = () => void answered++;
    for (let n = 0; n < expected;) {
      const due = Math.min(expected, Math.floor(((performance.now() - started) / 1_000) * perSecond));
      for (; n < due; n++) this.#write(n % this.#people.length);
      await new Promise((resume) => setTimeout(resume, 1));
    }
    // The other one may have the last of them before it is answered.
    await this.#come(expected, () => Math.min(answered, this.#deliveredMs.length));
    return { sent: answered, totalMs: performance.now() - started, deliveredMs: this.#deliveredMs };
  }

  /** Nothing came twice, nothing out of order. */
  check(): void {
    for (const [who, { heard }] of this.#people.entries()) {
      const wrong = heard.findIndex((seq, i) => i > 0 && seq <= heard[i - 1]!);
      if (wrong >= 0) throw new Error(`person ${who} heard ${heard[wrong]} after ${heard[wrong - 1]}`);
    }
  }

  stop(): void {
    for (const { socket } of this.#people) socket.terminate();
  }

  #write(who: number): void {
    const n = this.#count++;
    const tail = who.toString(16).padStart(4, '0') + n.toString(16).padStart(8, '0');
    const key = `00000000-0000-4000-8000-${tail}`;
    const frame = this.#dialect.send({ id: `message-${n}`, who, key, text: TEXT + n });
    this.#sentAt.set(tail, performance.now());
    this.#people[who]!.socket.send(frame);
  }

  #enter(who: number): Person {
    const socket = new WebSocket(this.#dialect.url, { perMessageDeflate: false });
    const { promise: ready, resolve, reject } = Promise.withResolvers<void>();
    const person: Person = { socket, ready, onAnswer() {}, heard: [] };
    socket.on('open', () => socket.send(this.#dialect.hello(who)));
    socket.on('error', reject);
    socket.on('message', (data: RawData) => {
      const said = String(data);
      if (said.startsWith(RESULT)) person.onAnswer(said.slice(RESULT.length, said.indexOf('"', RESULT.length)));
      else if (said.startsWith(EVENT)) this.#hear(person, who, said);
      else if (said.startsWith(READY)) resolve();
      else if (said.startsWith('{"type":"error"')) throw new Error(`refused: ${said}`);
    });
    return person;
  }

  /** What one wrote oneself comes back too: for one's other tabs. */
  #hear(person: Person, who: number, said: string): void {
    const [, from = '', n = ''] = KEY.exec(said) ?? [];
    if (Number.parseInt(from, 16) === who) return;
    person.heard.push(Number(NUMBER.exec(said)?.[1]));
    const sentAt = this.#sentAt.get(from + n);
    if (sentAt === undefined) throw new Error(`somebody heard twice: ${said}`);
    this.#sentAt.delete(from + n);
    this.#deliveredMs.push(performance.now() - sentAt);
  }

  async #come(expected: number, count: () => number): Promise<void> {
    const until = performance.now() + PATIENCE_MS;
    while (count() < expected) {
      if (performance.now() > until) throw new Error(`${count()} of ${expected} have come`);
      await new Promise((resume) => setTimeout(resume, 5));
    }
  }
}

async function inTime(work: Promise<void>): Promise<void> {
  const late = Promise.withResolvers<void>();
  const timer = setTimeout(() => late.reject(new Error(`not answered after ${PATIENCE_MS} ms`)), PATIENCE_MS);
  await Promise.race([work, late.promise]).finally(() => clearTimeout(timer));
}

export function floorTalk(url: string): TalkDialect {
  return {
    url,
    hello: (who) => JSON.stringify({ type: 'auth', sender: who }),
    send: ({ id, who, key, text }) => JSON.stringify({ type: 'send', id, room: who >> 1, key, text }),
  };
}

export function productTalk(
  url: string,
  { tokens, rooms }: { tokens: readonly string[]; rooms: readonly string[] },
): TalkDialect {
  return {
    url: `${url.replace(/^http/, 'ws')}/api/v1/live`,
    hello: (who) => JSON.stringify({ type: 'auth', token: tokens[who], tabId: `bench-tab-${who}` }),
    send: ({ id, who, key, text: content }) => {
      const data = { chatRoomId: rooms[who >> 1], clientMessageId: key, type: 'text', content };
      return JSON.stringify({ type: 'call', id, function: 'sendMessageV2v2', data });
    },
  };
}
