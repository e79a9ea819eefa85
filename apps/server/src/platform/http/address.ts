import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, isIPv6 } from 'node:net';

/**
 * The address a request comes from. The proxy in front adds whom it was asked by at the end of X-Forwarded-For;
 * everything before that is the caller's own say.
 */
export function addressOf({ headers, socket }: IncomingMessage, { trustProxy }: { trustProxy: boolean }): string {
  const direct = socket.remoteAddress ?? '';
  if (!trustProxy) return direct;
  const hops = String(headers['x-forwarded-for'] ?? '').split(',');
  return hops.at(-1)?.trim() || direct;
}

/** The host a request was made to, as the caller or the trusted proxy names it: "example.org" or "localhost:3000". */
export function hostOf(
  { headers }: Pick<IncomingMessage, 'headers'>,
  { trustProxy }: { trustProxy: boolean },
): string | undefined {
  // Of several the last one is the trusted proxy's own; what stands before is the caller's say.
  const forwarded = trustProxy
    ? String(headers['x-forwarded-host'] ?? '')
        .split(',')
        .at(-1)
        ?.trim()
    : undefined;
  return (forwarded || headers.host)?.toLowerCase();
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

const PRIVATE = new BlockList();
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const) {
  PRIVATE.addSubnet(network, bits, 'ipv4');
}
PRIVATE.addSubnet('fc00::', 7, 'ipv6');
PRIVATE.addSubnet('fe80::', 10, 'ipv6');
// This machine's network, as it is written here.
PRIVATE.addAddress('::', 'ipv6');

/**
 * What counts as one among the many. Null: who comes from there may be everybody, for it is a proxy in front that is not
 * to be believed, or this machine.
 */
export function publicNetworkOf(address: string): string | null {
  const network = networkOf(address);
  const plain = network.replace('::/64', '::');
  const family = isIP(plain);
  if (family === 0 || PRIVATE.check(plain, family === 6 ? 'ipv6' : 'ipv4')) return null;
  return network;
}
