import { createSocket, type Socket } from 'node:dgram';
import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { isIPv6 } from 'node:net';
import { networkInterfaces } from 'node:os';
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

/** Packets waiting to be sent take memory; more than this is late anyway. */
const BACKLOG_BYTES = 1_048_576;
/** Bursts wait here while the thread is busy; the system may give less. */
const BUFFER_BYTES = 4_194_304;
const EVERYWHERE = ['0.0.0.0', '::'];

/**
 * Opens one port, over IPv4 and IPv6 where `listenOn` means both and the machine has both. Each of the machine's addresses
 * then has a socket of its own besides: a wildcard socket answers from the address the system picks, which need not be the
 * one that was asked. So it is at 127.0.0.1, which browsers ask from the address of their network.
 */
export async function openSockets({ listenOn, port, receive }: SocketsOptions): Promise<Sockets> {
  const sockets = new Map<string, Socket>();
  const isEverywhere = EVERYWHERE.includes(listenOn);
  let bound = isEverywhere ? await findFreePort(port) : port;
  const addresses = isEverywhere ? [...EVERYWHERE, ...ownAddresses()] : [(await lookup(listenOn)).address];
  for (const address of addresses) {
    const socket = await bind({ port: bound, address, use: isEverywhere ? 'shared' : 'alone' });
    if (socket === null) continue;
    socket.on('message', (bytes, from) => receive(bytes, { ...from, at: address }));
    sockets.set(address, socket);
    bound = socket.address().port;
  }
  return {
    port: bound,
    send(bytes, { at, port: to, address }) {
      const socket = sockets.get(at);
      if (socket === undefined || socket.getSendQueueSize() > BACKLOG_BYTES) return false;
      socket.send(bytes, to, address);
      return true;
    },
    close: () => sockets.forEach((socket) => socket.close()),
  };
}

/** Throws when another program has the port: sockets that share one would share it with that program, too. */
async function findFreePort(port: number): Promise<number> {
  let free = port;
  for (const address of EVERYWHERE) {
    const socket = await bind({ port: free, address, use: 'alone' });
    if (socket === null) continue;
    free = socket.address().port;
    socket.close();
    await once(socket, 'close');
  }
  return free;
}

/** Link-local ones stand in no page's address. */
function ownAddresses(): string[] {
  const all = Object.values(networkInterfaces()).flatMap((found) => found ?? []);
  return [...new Set(all.filter(({ scopeid }) => !scopeid).map(({ address }) => address))];
}

interface Place {
  port: number;
  address: string;
  /** shared: with the other addresses of the port. */
  use: 'alone' | 'shared';
}

/** Null: this machine has no IPv6, or an address is not ready yet, which the socket of all addresses serves. */
async function bind({ port, address, use }: Place): Promise<Socket | null> {
  const type = isIPv6(address) ? 'udp6' : 'udp4';
  const socket = createSocket({
    type,
    ipv6Only: type === 'udp6',
    reuseAddr: use === 'shared',
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
    const isSpare = address === '::' || (use === 'shared' && address !== '0.0.0.0');
    if (isSpare && isMissingAddress(error)) return null;
    throw error;
  }
}

function isMissingAddress(error: unknown): boolean {
  return error instanceof Error && 'code' in error && ['EAFNOSUPPORT', 'EADDRNOTAVAIL'].includes(String(error.code));
}
