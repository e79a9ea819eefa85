import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net';

/**
 * The address a request comes from. The proxy in front adds whom it was asked by at the end of X-Forwarded-For;
 * everything before that is the caller's own say, and so is a Forwarded header. What is no address leaves the proxy's own.
 */
export function addressOf({ headers, socket }: IncomingMessage, { trustProxy }: { trustProxy: boolean }): string {
  const direct = socket.remoteAddress ?? '';
  const forwarded = trustProxy ? String(headers['x-forwarded-for'] ?? '').split(',') : [];
  return readAddress(forwarded.at(-1) ?? '') ?? readAddress(direct) ?? direct;
}

/**
 * One text for one address, whatever a proxy writes around it: quotes, brackets, a port, which is another one on every
 * connection, a zone. Null for what is no address.
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

/**
 * One text for one host and port, whatever a caller or a proxy writes: capitals, the dot at the end of a whole name, an
 * IPv6 address in full. Undefined for what is no host.
 */
function readHost(text: string): string | undefined {
  const [, name = '', port] = /^(\[[^\]]+\]|[^\s:/?#@\\[\]]+?)\.?(?::(\d{1,5}))?$/.exec(text) ?? [];
  const address = name.startsWith('[') ? readAddress(name) : name.toLowerCase();
  if (!address) return undefined;
  return `${inAddress(address)}${port === undefined ? '' : `:${Number(port)}`}`;
}

/** Every host, as hostOf writes it, by which a request to this origin may be made: its port is often left out, or not. */
export function hostsOf(origin: string): string[] {
  const { protocol, hostname, port } = new URL(origin);
  const host = readHost(hostname) ?? hostname;
  const usual = protocol === 'https:' ? '443' : '80';
  return port === '' ? [host, `${host}:${usual}`] : [`${host}:${port}`];
}

/** Whether a host, as it stands in an address, is this very machine. */
export function isLoopback(hostname: string): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
}

/** A host as it stands in an address. */
export function inAddress(host: string): string {
  return isIPv6(host) ? `[${host}]` : host;
}

/** As the caller or the trusted proxy writes it. */
export function writtenHostOf(
  { headers }: Pick<IncomingMessage, 'headers'>,
  { trustProxy }: { trustProxy: boolean },
): string {
  // Of several the last one is the trusted proxy's own; what stands before is the caller's say.
  const forwarded = trustProxy
    ? String(headers['x-forwarded-host'] ?? '')
        .split(',')
        .at(-1)
        ?.trim()
    : undefined;
  return forwarded || (headers.host ?? '');
}

/**
 * One household or office counts as one. In IPv6 that is a /56: providers hand a household that much (RIPE-690), and a
 * limit of a /64 would be had 256 times over.
 */
export function networkOf(address: string): string {
  const read = readAddress(address);
  if (read === null || isIPv4(read)) return read ?? address;
  const [first = 0, second = 0, third = 0, fourth = 0] = groupsOf(read);
  return `${[first, second, third, fourth & 0xff00].map((group) => group.toString(16)).join(':')}::/56`;
}

/** Lower case, shortened; an IPv4 address that is written as IPv6, mapped or translated (NAT64, RFC 6052), is itself. */
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

/** The eight numbers of an address as URLs write it. */
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
// This machine's network, as it is written here.
PRIVATE.addAddress('::', 'ipv6');

/**
 * What counts as one among the many. Null: who comes from there may be everybody, for it is a proxy in front that is not
 * to be believed, or this machine.
 */
export function publicNetworkOf(address: string): string | null {
  const network = networkOf(address);
  const plain = network.replace('::/56', '::');
  const family = isIP(plain);
  if (family === 0 || PRIVATE.check(plain, family === 6 ? 'ipv6' : 'ipv4')) return null;
  return network;
}
