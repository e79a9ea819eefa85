import type { IncomingMessage } from 'node:http';
import { BlockList, isIPv6 } from 'node:net';

/** Whether the proxy in front is believed, or which proxies are: addresses or networks such as 10.0.0.0/8. */
export type TrustProxy = boolean | readonly string[];

/**
 * The address a request comes from. Each proxy adds the address it was asked from at the end of X-Forwarded-For, so
 * the last one that is no trusted proxy counts; everything before it is the caller's own say.
 */
export function createAddressOf(trustProxy: TrustProxy): (request: IncomingMessage) => string {
  const isTrusted = typeof trustProxy === 'boolean' ? () => false : listOf(trustProxy);
  return ({ headers, socket }) => {
    const direct = socket.remoteAddress ?? '';
    if (trustProxy !== true && !isTrusted(direct)) return direct;
    const hops = String(headers['x-forwarded-for'] ?? '')
      .split(',')
      .map((hop) => hop.trim())
      .filter((hop) => hop !== '');
    return hops.findLast((hop) => !isTrusted(hop)) ?? hops[0] ?? direct;
  };
}

function listOf(networks: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return (address) => list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}

/** One household or office counts as one: an IPv6 network hands each machine 2^64 addresses. */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped?.[1]) return mapped[1];
  return isIPv6(address) ? `${expand(address).slice(0, 4).join(':')}::/64` : address;
}

function expand(address: string): string[] {
  const [head = '', tail] = address.split('::');
  const groups = (part: string | undefined): string[] => (part ? part.split(':') : []);
  if (tail === undefined) return groups(head);
  const missing = 8 - groups(head).length - groups(tail).length;
  return [...groups(head), ...Array<string>(Math.max(missing, 0)).fill('0'), ...groups(tail)];
}

export function isLoopback(address: string): boolean {
  return address === '::1' || networkOf(address).startsWith('127.');
}
