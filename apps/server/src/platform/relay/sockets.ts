import { createSocket, type Socket } from 'node:dgram';
import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import type { Client } from './allocations.ts';

export interface Sockets {
  readonly port: number;
  /** False: not sent; the network cannot take more just now. */
  send(bytes: Buffer, to: Client): boolean;
  close(): void;
}

interface SocketsOptions {
  listenOn: string;
  port: number;
  receive(bytes: Buffer, from: Client): void;
}

type Type = 'udp4' | 'udp6';

/** Packets waiting to be sent take memory; more than this is late anyway. */
const BACKLOG_BYTES = 1_048_576;
/** Bursts wait here while the thread is busy; the system may give less. */
const BUFFER_BYTES = 4_194_304;
const EVERYWHERE = ['0.0.0.0', '::'];

/** Opens one port, over IPv4 and IPv6 where `listenOn` means both and the machine has both. */
export async function openSockets({ listenOn, port, receive }: SocketsOptions): Promise<Sockets> {
  const sockets = new Map<Client['family'], Socket>();
  let bound = port;
  for (const { type, address, family } of await placesOf(listenOn)) {
    const socket = await bind(type, { port: bound, address });
    if (socket === null) continue;
    socket.on('message', receive);
    sockets.set(family, socket);
    bound = socket.address().port;
  }
  return {
    port: bound,
    send(bytes, { family, port: to, address }) {
      const socket = sockets.get(family);
      if (socket === undefined || socket.getSendQueueSize() > BACKLOG_BYTES) return false;
      socket.send(bytes, to, address);
      return true;
    },
    close: () => sockets.forEach((socket) => socket.close()),
  };
}

interface Place {
  type: Type;
  address: string;
  family: Client['family'];
}

async function placesOf(listenOn: string): Promise<Place[]> {
  const four: Place = { type: 'udp4', address: '0.0.0.0', family: 'IPv4' };
  const six: Place = { type: 'udp6', address: '::', family: 'IPv6' };
  if (EVERYWHERE.includes(listenOn)) return [four, six];
  const { address, family } = await lookup(listenOn);
  return [{ ...(family === 6 ? six : four), address }];
}

/** Null: this machine has no IPv6. */
async function bind(type: Type, { port, address }: { port: number; address: string }): Promise<Socket | null> {
  const socket = createSocket({
    type,
    ipv6Only: type === 'udp6',
    recvBufferSize: BUFFER_BYTES,
    sendBufferSize: BUFFER_BYTES,
    // Packets are sent to numeric addresses: skips the lookup and its wait.
    lookup: (host, _options, done) => done(null, host, type === 'udp6' ? 6 : 4),
  });
  try {
    const listening = once(socket, 'listening');
    socket.bind({ port, address });
    await listening;
    return socket;
  } catch (error) {
    socket.close();
    if (type === 'udp6' && address === '::' && isMissingFamily(error)) return null;
    throw error;
  }
}

function isMissingFamily(error: unknown): boolean {
  return error instanceof Error && 'code' in error && ['EAFNOSUPPORT', 'EADDRNOTAVAIL'].includes(String(error.code));
}
