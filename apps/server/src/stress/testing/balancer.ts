import { once } from 'node:events';
import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import type { Duplex } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../../testing/free-port.ts';

/** What stands before several nodes: whichever is ready gets a request, or a socket. Nothing is asked twice. */
export interface Balancer {
  url: string;
  stop(): Promise<void>;
}

const LOOK_EVERY_MS = 100;

export async function startBalancer(ports: readonly number[]): Promise<Balancer> {
  const agent = new Agent({ keepAlive: true });
  let ready: number[] = [];
  let turn = 0;
  const next = (): number | undefined => ready[turn++ % ready.length];

  async function look(): Promise<void> {
    const looked = await Promise.all(ports.map(async (port) => ((await isReady(port)) ? [port] : [])));
    ready = looked.flat();
  }

  function pass(from: IncomingMessage, to: ServerResponse): void {
    const { method, url: path, headers } = from;
    const refuse = (): void => void to.writeHead(502).end();
    const onward = request({ agent, host: '127.0.0.1', port: next(), method, path, headers }, (answer) => {
      const { connection: _ofTheNode, 'keep-alive': _too, ...passed } = answer.headers;
      to.writeHead(answer.statusCode ?? 502, passed);
      answer.pipe(to);
    });
    onward.on('error', refuse);
    from.pipe(onward);
  }

  function passSocket({ method, url: path, headers }: IncomingMessage, near: Duplex): void {
    const far = connect(next() ?? 0, '127.0.0.1');
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${String(value)}`);
    far.write(`${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      one.pipe(other);
      one.on('error', () => other.destroy());
      one.on('close', () => other.destroy());
    }
  }

  // Whoever asks closes a connection, never we: a request that is on its way to a closed one would fail for nothing.
  const server = createServer({ keepAliveTimeout: 0 }, pass).on('upgrade', passSocket);
  const port = await freePort();
  await look();
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  let state: 'looking' | 'stopped' = 'looking';
  const stopped = (async () => {
    for (; state === 'looking'; await wait(LOOK_EVERY_MS)) await look();
  })();
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      state = 'stopped';
      await stopped;
      agent.destroy();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function isReady(port: number): Promise<boolean> {
  try {
    return (await fetch(`http://127.0.0.1:${port}/readyz`)).ok;
  } catch {
    return false;
  }
}
