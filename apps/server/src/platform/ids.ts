import { createHash, randomBytes, randomFillSync } from 'node:crypto';

/** Creates a UUID that sorts by creation time, to the millisecond (RFC 9562, version 7). */
export function uuidv7(nowMs: number): string {
  const at = draw16();
  drawn.writeUIntBE(nowMs, at, 6);
  drawn[at + 6] = (drawn[at + 6]! & 0x0f) | 0x70;
  drawn[at + 8] = (drawn[at + 8]! & 0x3f) | 0x80;
  return format(drawn, at);
}

const drawn = Buffer.alloc(4_096);
let used = drawn.length;

/** Returns the offset of 16 unused random bytes in a buffer: drawing few at a time takes ten times longer. */
function draw16(): number {
  if (used === drawn.length) {
    randomFillSync(drawn);
    used = 0;
  }
  used += 16;
  return used - 16;
}

/** Derives a UUID from a text, always the same one (RFC 9562, version 8). */
export function uuidOf(text: string): string {
  const bytes = createHash('sha256').update(text).digest().subarray(0, 16);
  bytes[6] = (bytes[6]! & 0x0f) | 0x80;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  return format(bytes);
}

/** The lowest UUIDv7 of a millisecond: the lower bound of a range partition. */
export function lowestUuidv7(ms: number): string {
  const bytes = Buffer.alloc(16);
  bytes.writeUIntBE(ms, 0, 6);
  return format(bytes);
}

/** Creates an unguessable token for cookies and addresses: base64url of `bytes` random bytes. */
export function opaqueToken(bytes = 32): string {
  return randomBytes(bytes).toString('base64url');
}

declare const brand: unique symbol;
/** The opaque name of a stranger in one call or room: 22 characters. */
export type Alias = string & { readonly [brand]: 'alias' };

export function newAlias(): Alias {
  const at = draw16();
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a brand has no value to check
  return drawn.toString('base64url', at, at + 16) as Alias;
}

const DIGITS = Buffer.from('0123456789abcdef');
/** The offset of each byte in a UUID's text. */
const PLACES = [0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34];
const written = Buffer.alloc(36, '-');

/** Writes into one buffer and copies it: concatenating takes six times the memory. */
function format(bytes: Buffer, from = 0): string {
  PLACES.forEach((place, i) => {
    const byte = bytes[from + i]!;
    written[place] = DIGITS[byte >> 4]!;
    written[place + 1] = DIGITS[byte & 0x0f]!;
  });
  return written.toString('latin1');
}
