/* STUN messages as bytes (RFC 8489): read strictly, written with their integrity and fingerprint. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** Message types: method and class in one number. */
export const BINDING = 0x0001;
export const ALLOCATE = 0x0003;
export const REFRESH = 0x0004;
export const CREATE_PERMISSION = 0x0008;
export const CHANNEL_BIND = 0x0009;
export const SEND_INDICATION = 0x0016;
export const DATA_INDICATION = 0x0017;
const SUCCESS_CLASS = 0x0100;
const ERROR_CLASS = 0x0110;

export const ATTRIBUTE = {
  username: 0x0006,
  integrity: 0x0008,
  error: 0x0009,
  unknown: 0x000a,
  channelNumber: 0x000c,
  lifetime: 0x000d,
  peerAddress: 0x0012,
  data: 0x0013,
  realm: 0x0014,
  nonce: 0x0015,
  relayedAddress: 0x0016,
  addressFamily: 0x0017,
  transport: 0x0019,
  mappedAddress: 0x0020,
  fingerprint: 0x8028,
} as const;

export interface Attribute {
  readonly type: number;
  readonly value: Buffer;
}

export interface StunMessage {
  readonly type: number;
  readonly transactionId: Buffer;
  /** Those before MESSAGE-INTEGRITY, when there is one: it does not cover what follows. */
  readonly attributes: readonly Attribute[];
  readonly integrity: { readonly signed: Buffer; readonly mac: Buffer } | null;
  readonly fingerprint: 'none' | 'right';
}

export const MAGIC_COOKIE = 0x2112a442;
export const HEADER_BYTES = 20;
const ATTRIBUTE_HEADER_BYTES = 4;
const MAC_BYTES = 20;
const CRC_BYTES = 4;
const CRC_MASK = 0x5354554e;

/**
 * Null for anything that is not one whole well-formed message with a right fingerprint or none. Returns views, no
 * copies.
 */
export function readMessage(bytes: Buffer): StunMessage | null {
  if (bytes.length < HEADER_BYTES || bytes.readUInt32BE(4) !== MAGIC_COOKIE) return null;
  if (bytes.readUInt16BE(0) > 0x3fff || bytes.readUInt16BE(2) + HEADER_BYTES !== bytes.length) return null;
  const attributes: Attribute[] = [];
  let integrity: StunMessage['integrity'] = null;
  let fingerprint: StunMessage['fingerprint'] = 'none';
  for (let at = HEADER_BYTES; at < bytes.length;) {
    const attribute = readAttribute(bytes, at);
    if (attribute === null) return null;
    const { type, value } = attribute;
    const next = at + ATTRIBUTE_HEADER_BYTES + padded(value.length);
    if (type === ATTRIBUTE.fingerprint) {
      if (next !== bytes.length || !isFingerprint(bytes.subarray(0, at), value)) return null;
      fingerprint = 'right';
    } else if (type === ATTRIBUTE.integrity && integrity === null) {
      if (value.length !== MAC_BYTES) return null;
      integrity = { signed: bytes.subarray(0, at), mac: value };
    } else if (integrity === null) {
      attributes.push(attribute);
    }
    at = next;
  }
  return { type: bytes.readUInt16BE(0), transactionId: bytes.subarray(8, 20), attributes, integrity, fingerprint };
}

/** Returns the first attribute of a type. */
export function valueOf({ attributes }: StunMessage, type: number): Buffer | undefined {
  return attributes.find((attribute) => attribute.type === type)?.value;
}

/** Whether the message was signed with this key; an unsigned one was not. */
export function isSignedWith({ integrity }: StunMessage, key: Buffer): boolean {
  return integrity !== null && timingSafeEqual(macOf(integrity.signed, key), integrity.mac);
}

export interface Draft {
  type: number;
  transactionId: Buffer;
  attributes: readonly Attribute[];
  /** Null: without MESSAGE-INTEGRITY. */
  key?: Buffer | null;
  fingerprint?: StunMessage['fingerprint'];
}

export function writeMessage({ type, transactionId, attributes, key = null, fingerprint = 'none' }: Draft): Buffer {
  const size = attributes.reduce((sum, { value }) => sum + ATTRIBUTE_HEADER_BYTES + padded(value.length), HEADER_BYTES);
  const macSize = key === null ? 0 : ATTRIBUTE_HEADER_BYTES + MAC_BYTES;
  const crcSize = fingerprint === 'none' ? 0 : ATTRIBUTE_HEADER_BYTES + CRC_BYTES;
  const bytes = Buffer.alloc(size + macSize + crcSize);
  bytes.writeUInt16BE(type, 0);
  bytes.writeUInt16BE(bytes.length - HEADER_BYTES, 2);
  bytes.writeUInt32BE(MAGIC_COOKIE, 4);
  transactionId.copy(bytes, 8);
  let at = HEADER_BYTES;
  for (const attribute of attributes) at = writeAttribute(bytes, at, attribute);
  if (key !== null) {
    const value = macOf(bytes.subarray(0, at), key);
    at = writeAttribute(bytes, at, { type: ATTRIBUTE.integrity, value });
  }
  if (fingerprint !== 'none') {
    const value = uint32(fingerprintOf(bytes.subarray(0, at)));
    writeAttribute(bytes, at, { type: ATTRIBUTE.fingerprint, value });
  }
  return bytes;
}

export function successOf(type: number): number {
  return type | SUCCESS_CLASS;
}

export function errorOf(type: number): number {
  return type | ERROR_CLASS;
}

export function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

/** Values are padded to a multiple of four bytes; their length says how much of that counts. */
export function padded(length: number): number {
  return (length + 3) & ~3;
}

function readAttribute(bytes: Buffer, at: number): Attribute | null {
  const start = at + ATTRIBUTE_HEADER_BYTES;
  if (start > bytes.length) return null;
  const length = bytes.readUInt16BE(at + 2);
  if (start + padded(length) > bytes.length) return null;
  return { type: bytes.readUInt16BE(at), value: bytes.subarray(start, start + length) };
}

function writeAttribute(bytes: Buffer, at: number, { type, value }: Attribute): number {
  bytes.writeUInt16BE(type, at);
  bytes.writeUInt16BE(value.length, at + 2);
  value.copy(bytes, at + ATTRIBUTE_HEADER_BYTES);
  return at + ATTRIBUTE_HEADER_BYTES + padded(value.length);
}

/** Signs everything before the signature, with the message's length up to the end of the signature. */
function macOf(before: Buffer, key: Buffer): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(before.length - HEADER_BYTES + ATTRIBUTE_HEADER_BYTES + MAC_BYTES);
  const hmac = createHmac('sha1', key);
  return hmac.update(before.subarray(0, 2)).update(length).update(before.subarray(4)).digest();
}

function fingerprintOf(before: Buffer): number {
  return (crc32(before) ^ CRC_MASK) >>> 0;
}

function isFingerprint(before: Buffer, value: Buffer): boolean {
  return value.length === CRC_BYTES && value.readUInt32BE(0) === fingerprintOf(before);
}
