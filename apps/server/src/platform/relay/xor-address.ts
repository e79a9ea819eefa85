import { isIPv6 } from 'node:net';
import { MAGIC_COOKIE } from './stun.ts';

/** An address as text, with a port. */
export interface Endpoint {
  readonly address: string;
  readonly port: number;
}

const FAMILY_4 = 1;
const FAMILY_6 = 2;
const PORT_MASK = MAGIC_COOKIE >>> 16;

/** The value of XOR-MAPPED-ADDRESS and its kin (RFC 8489 section 14.2). */
export function writeXorAddress({ address, port }: Endpoint, transactionId: Buffer): Buffer {
  const ip = isIPv6(address) ? bytesOfIPv6(address) : Buffer.from(address.split('.').map(Number));
  const head = Buffer.from([0, ip.length === 4 ? FAMILY_4 : FAMILY_6, 0, 0]);
  head.writeUInt16BE(port ^ PORT_MASK, 2);
  return Buffer.concat([head, masked(ip, transactionId)]);
}

/** Null for what is no address. */
export function readXorAddress(value: Buffer, transactionId: Buffer): Endpoint | null {
  const family = value[1];
  if (value.length !== (family === FAMILY_4 ? 8 : 20) || (family !== FAMILY_4 && family !== FAMILY_6)) return null;
  const ip = masked(value.subarray(4), transactionId);
  return { address: family === FAMILY_4 ? ip.join('.') : textOfIPv6(ip), port: value.readUInt16BE(2) ^ PORT_MASK };
}

function masked(ip: Buffer, transactionId: Buffer): Buffer {
  const mask = Buffer.alloc(16);
  mask.writeUInt32BE(MAGIC_COOKIE);
  transactionId.copy(mask, 4);
  return Buffer.from(ip.map((byte, i) => byte ^ (mask[i] ?? 0)));
}

function bytesOfIPv6(address: string): Buffer {
  const [withoutZone = ''] = address.split('%');
  // In a URL's spelling, which has no dotted end.
  const [head = '', tail] = new URL(`http://[${withoutZone}]`).hostname.slice(1, -1).split('::');
  const groups = (part: string | undefined): string[] => (part ? part.split(':') : []);
  const zeros = Array<string>(8 - groups(head).length - groups(tail).length).fill('0');
  const bytes = Buffer.alloc(16);
  [...groups(head), ...zeros, ...groups(tail)].forEach((group, i) => {
    bytes.writeUInt16BE(Number.parseInt(group, 16), i * 2);
  });
  return bytes;
}

function textOfIPv6(ip: Buffer): string {
  return Array.from({ length: 8 }, (_, i) => ip.readUInt16BE(i * 2).toString(16)).join(':');
}
