import { createHash, randomBytes, randomFillSync } from 'node:crypto';

/** A UUID whose order is the order of creation, to the millisecond (RFC 9562, version 7). */
export function uuidv7(nowMs: number): string {
  const bytes = random16();
  bytes.writeUIntBE(nowMs, 0, 6);
  bytes[6] = (bytes[6]! & 0x0f) | 0x70;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  return format(bytes);
}

const drawn = Buffer.alloc(4_096);
let used = drawn.length;

/** Random bytes from a stock: drawing few at a time takes ten times longer. */
function random16(): Buffer {
  if (used === drawn.length) {
    randomFillSync(drawn);
    used = 0;
  }
  used += 16;
  return drawn.subarray(used - 16, used);
}

/** Always the same UUID of the same text (RFC 9562, version 8). */
export function uuidOf(text: string): string {
  const bytes = createHash('sha256').update(text).digest().subarray(0, 16);
  bytes[6] = (bytes[6]! & 0x0f) | 0x80;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  return format(bytes);
}

/** The lowest UUIDv7 of a millisecond: what a range partition begins at. */
export function lowestUuidv7(ms: number): string {
  const bytes = Buffer.alloc(16);
  bytes.writeUIntBE(ms, 0, 6);
  return format(bytes);
}

/** Unguessable, for cookies and addresses: base64url of `bytes` random bytes. */
export function opaqueToken(bytes = 32): string {
  return randomBytes(bytes).toString('base64url');
}

declare const brand: unique symbol;
/** The opaque name of a stranger in one call or room: 22 characters. */
export type Alias = string & { readonly [brand]: 'alias' };

export function newAlias(): Alias {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a brand has no value to check
  return random16().toString('base64url') as Alias;
}

function format(bytes: Buffer): string {
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
