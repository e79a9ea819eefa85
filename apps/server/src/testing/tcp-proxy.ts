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

/** To a port of this machine, or to a socket by its path. */
export async function startTcpProxy(target: number | string): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = typeof target === 'number' ? connect(target, '127.0.0.1') : connect(target);
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
  const cut = (): void => sockets.forEach(breakOff);
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

/** A socket by its path has no port, and no way to break but its end. */
function breakOff(socket: Socket): void {
  if (socket.remotePort === undefined) socket.destroy();
  else socket.resetAndDestroy();
}
