import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

const LOOPBACK = '127.0.0.1';

/** What lies between browsers and the server: carries every byte both ways, until it does not. */
export interface Front {
  url: string;
  /** Where it leads from now on. */
  leadTo(port: number): void;
  /** Nothing comes through and nobody is told: connections stay, new ones are taken, and all of them are silent. */
  swallow(): void;
  /** Every connection breaks, and new ones are refused. */
  cut(): void;
  /** New connections come through; those that were silent stay so. */
  mend(): void;
  stop(): Promise<void>;
}

export async function openFront(port: number): Promise<Front> {
  const sockets = new Set<Socket>();
  let target = 0;
  let state: 'whole' | 'silent' | 'cut' = 'whole';
  const server = createServer((near) => {
    keep(near);
    if (state === 'cut') near.resetAndDestroy();
    else if (state === 'whole') join(near, connect(target, LOOPBACK));
  });
  server.listen(port, LOOPBACK);
  await once(server, 'listening');

  function keep(socket: Socket): void {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
  }
  function join(near: Socket, far: Socket): void {
    keep(far);
    near.pipe(far);
    far.pipe(near);
    near.on('close', () => far.destroy());
    far.on('close', () => near.destroy());
  }
  const breakAll = (): void => sockets.forEach((socket) => socket.resetAndDestroy());

  return {
    url: `http://localhost:${port}`,
    leadTo: (to) => void (target = to),
    swallow() {
      state = 'silent';
      for (const socket of sockets) socket.unpipe().pause();
    },
    cut() {
      state = 'cut';
      breakAll();
    },
    mend() {
      state = 'whole';
    },
    async stop() {
      server.close();
      breakAll();
      await once(server, 'close');
    },
  };
}
