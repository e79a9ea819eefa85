import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import type { Line } from './turn-client.ts';

/** A client's UDP socket and what it receives. */
export interface UdpLine extends Line {
  readonly socket: Socket;
  /** Everything received and not read yet. */
  readonly inbox: Buffer[];
  close(): Promise<void>;
}

interface UdpLineOptions {
  port: number;
  host?: string;
  /** The client's own address; the one the system picks unless given. */
  from?: string | undefined;
}

/** Like a browser's it hears what comes from the very address it says things to. */
export async function openUdpLine({ port, host = '127.0.0.1', from }: UdpLineOptions): Promise<UdpLine> {
  const socket = createSocket({ type: host.includes(':') ? 'udp6' : 'udp4', recvBufferSize: 1_048_576 });
  socket.bind({ address: from });
  await once(socket, 'listening');
  socket.connect(port, host);
  await once(socket, 'connect');
  const inbox: Buffer[] = [];
  const waiting: ((bytes: Buffer) => void)[] = [];
  socket.on('message', (bytes) => {
    const first = waiting.shift();
    if (first) first(bytes);
    else inbox.push(bytes);
  });
  return {
    socket,
    inbox,
    say: (bytes) => socket.send(bytes),
    async hear() {
      const bytes = inbox.shift();
      if (bytes) return bytes;
      const { promise, resolve } = Promise.withResolvers<Buffer>();
      waiting.push(resolve);
      return promise;
    },
    async close() {
      socket.close();
      await once(socket, 'close');
    },
  };
}
