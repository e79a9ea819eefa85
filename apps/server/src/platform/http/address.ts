import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net';

/**
 * The address a request comes from. The trusted proxy appends it to X-Forwarded-For; everything before that, and a
 * Forwarded header, is the caller's own claim. If the last entry is no address, the socket's counts.
 */
export function addressOf({ headers, socket }: IncomingMessage, { trustProxy }: { trustProxy: boolean }): string {
  const direct = socket.remoteAddress ?? '';
  const forwarded = trustProxy ? String(headers['x-forwarded-for'] ?? '').split(',') : [];
  return readAddress(forwarded.at(-1) ?? '') ?? readAddress(direct) ?? direct;
}

/**
 * Normalises an address: strips quotes, brackets, the zone, and the port, which differs on every connection. Null for
 * what is no address.
 */
export function readAddress(text: string): string | null {
  const bare = text.trim().replace(/^"(.*)"$/, '$1');
  const bracketed = /^\[([^\]]+)\](?::[\w.-]+)?$/.exec(bare)?.[1];
  for (const candidate of [bracketed ?? bare, bare.replace(/:[\w.-]+$/, '')]) {
    const address = candidate.replace(/%.*$/, '');
    if (isIPv4(address)) return address;
    if (isIPv6(address)) return canonicalIPv6(address);
  }
  return null;
}

/** The host a request was made to, in one spelling: "example.org", "localhost:3000" or "[::1]:3000". */
export function hostOf(
  request: Pick<IncomingMessage, 'headers'>,
  options: { trustProxy: boolean },
): string | undefined {
  return readHost(writtenHostOf(request, options));
}

/** Normalises a host and port: lower case, no final dot, IPv6 shortened. Undefined for what is no host. */
function readHost(text: string): string | undefined {
  const [, name = '', port] = /^(\[[^\]]+\]|[^\s:/?#@\\[\]]+?)\.?(?::(\d{1,5}))?$/.exec(text) ?? [];
  const address = name.startsWith('[') ? readAddress(name) : name.toLowerCase();
  if (!address) return undefined;
  return `${inAddress(address)}${port === undefined ? '' : `:${Number(port)}`}`;
}

/** Every host, as `hostOf` writes it, that a request to this origin may name: with and without the default port. */
export function hostsOf(origin: string): string[] {
  const { protocol, hostname, port } = new URL(origin);
  const host = readHost(hostname) ?? hostname;
  const usual = protocol === 'https:' ? '443' : '80';
  return port === '' ? [host, `${host}:${usual}`] : [`${host}:${port}`];
}

/** Whether a host, as a URL writes it, is this very machine. */
export function isLoopback(hostname: string): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
}

/** Writes a host as a URL does. */
export function inAddress(host: string): string {
  return isIPv6(host) ? `[${host}]` : host;
}

/** The host as the caller or the trusted proxy writes it. */
export function writtenHostOf(
  { headers }: Pick<IncomingMessage, 'headers'>,
  { trustProxy }: { trustProxy: boolean },
): string {
  // The last of several is the trusted proxy's own; those before it are the caller's claim.
  const forwarded = trustProxy
    ? String(headers['x-forwarded-host'] ?? '')
        .split(',')
        .at(-1)
        ?.trim()
    : undefined;
  return forwarded || (headers.host ?? '');
}

/**
 * Groups addresses by household or office. In IPv6 that is a /56: providers give a household that much (RIPE-690), and
 * a limit for each /64 could be used 256 times.
 */
export function networkOf(address: string): string {
  const read = readAddress(address);
  if (read === null || isIPv4(read)) return read ?? address;
  const [first = 0, second = 0, third = 0, fourth = 0] = groupsOf(read);
  return `${[first, second, third, fourth & 0xff00].map((group) => group.toString(16)).join(':')}::/56`;
}

/** Lower case, shortened; an IPv4 address mapped into IPv6 or translated to it (NAT64, RFC 6052) becomes IPv4. */
function canonicalIPv6(address: string): string {
  const text = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const groups = groupsOf(text);
  const isMapped = groups[5] === 0xffff && groups.slice(0, 5).every((group) => group === 0);
  const isTranslated = groups[0] === 0x64 && groups[1] === 0xff9b && groups.slice(2, 6).every((group) => group === 0);
  return isMapped || isTranslated
    ? groups
        .slice(6)
        .flatMap((group) => [group >> 8, group & 0xff])
        .join('.')
    : text;
}

/** The eight groups of an address as URLs write it. */
function groupsOf(address: string): number[] {
  const [head = '', tail] = address.split('::');
  const groups = (part: string | undefined): number[] =>
    part ? part.split(':').map((group) => Number.parseInt(group, 16)) : [];
  if (tail === undefined) return groups(head);
  const missing = 8 - groups(head).length - groups(tail).length;
  return [...groups(head), ...Array<number>(missing).fill(0), ...groups(tail)];
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
// This machine's network: ::1 as a /56.
PRIVATE.addAddress('::', 'ipv6');

/**
 * The network that limits count by. Null: the address is private, so it may be this machine or an untrusted proxy that
 * all callers come through.
 */
export function publicNetworkOf(address: string): string | null {
  const network = networkOf(address);
  const plain = network.replace('::/56', '::');
  const family = isIP(plain);
  if (family === 0 || PRIVATE.check(plain, family === 6 ? 'ipv6' : 'ipv4')) return null;
  return network;
}
