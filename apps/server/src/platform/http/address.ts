import type { IncomingMessage } from 'node:http';

/**
 * The address a request comes from. With a trusted proxy in front it is the last one the proxy wrote;
 * everything before is the caller's own say.
 */
export function addressOf({ headers, socket }: IncomingMessage, trustProxy: boolean): string {
  const forwarded = headers['x-forwarded-for'];
  const last = trustProxy
    ? String(forwarded ?? '')
        .split(',')
        .at(-1)
        ?.trim()
    : undefined;
  return (last || socket.remoteAddress) ?? '';
}

/** One household or office counts as one: an IPv6 network hands each machine 2^64 addresses. */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped?.[1]) return mapped[1];
  return address.includes(':') ? address.split(':').slice(0, 4).join(':') : address;
}

export function isLoopback(address: string): boolean {
  return address === '::1' || networkOf(address).startsWith('127.');
}
