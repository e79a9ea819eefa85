import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { freePort } from './free-port.ts';

/** A network between client and server that can go wrong. */
export interface TcpProxy {
  url: string;
  /** Connections stay open and carry nothing any more. */
  freeze(): void;
  /** Every connection breaks. */
  cut(): void;
  stop(): Promise<void>;
}

export async function startTcpProxy(toPort: number): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(toPort, '127.0.0.1');
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.pipe(to);
      from.on('error', () => to.destroy());
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
    }
  });
  const port = await freePort();
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const cut = (): void => sockets.forEach((socket) => socket.resetAndDestroy());
  return {
    url: `http://127.0.0.1:${port}`,
    freeze: () => sockets.forEach((socket) => socket.unpipe().pause()),
    cut,
    async stop() {
      server.close();
      cut();
      await once(server, 'close');
    },
  };
}
