import { setTimeout as pause } from 'node:timers/promises';
import { WebSocket, type RawData } from 'ws';
import * as z from 'zod/mini';

const targets = z.array(z.object({ webSocketDebuggerUrl: z.string() }));
const answer = z.object({ id: z.number(), result: z.optional(z.object({ usedSize: z.optional(z.number()) })) });

const TRIES = 100;
const PAUSE_MS = 50;
/** What one collection frees may hold on to what only the next one finds. */
const COLLECTIONS = 2;

/** The heap of a process whose inspector may listen on that port (`--inspect-port`). */
export class Heap {
  readonly #socket: WebSocket;
  #asked = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
  }

  static async of({ pid, port }: { pid: number; port: number }): Promise<Heap> {
    process.kill(pid, 'SIGUSR1');
    const socket = new WebSocket(await addressAt(port));
    await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
    return new Heap(socket);
  }

  /** MB that are in use once it is tidied up. */
  async tidiedMb(): Promise<number> {
    for (let times = 0; times < COLLECTIONS; times++) await this.#ask('HeapProfiler.collectGarbage');
    return (await this.#ask('Runtime.getHeapUsage')) / 2 ** 20;
  }

  stop(): void {
    this.#socket.terminate();
  }

  #ask(method: string): Promise<number> {
    const id = ++this.#asked;
    const { promise, resolve } = Promise.withResolvers<number>();
    const hear = (data: RawData): void => {
      const said = answer.parse(JSON.parse(String(data)));
      if (said.id !== id) return;
      this.#socket.off('message', hear);
      resolve(said.result?.usedSize ?? 0);
    };
    this.#socket.on('message', hear);
    this.#socket.send(JSON.stringify({ id, method }));
    return promise;
  }
}

async function addressAt(port: number): Promise<string> {
  for (let tries = 0; tries < TRIES; tries++) {
    try {
      const [target] = targets.parse(await (await fetch(`http://127.0.0.1:${port}/json/list`)).json());
      if (target) return target.webSocketDebuggerUrl;
    } catch {
      // It does not listen yet.
    }
    await pause(PAUSE_MS);
  }
  throw new Error(`no inspector listens on port ${port}`);
}
