import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';

/** The parts of a subscription that encryption needs. */
export interface Recipient {
  /** The browser's public key: an uncompressed point of P-256. */
  p256dh: Buffer;
  /** 16 secret bytes, shared by the browser and its allowed senders. */
  auth: Buffer;
}

/** Random for each message; fixed by the test vector alone. */
interface Once {
  secret: Buffer;
  salt: Buffer;
}

/** One record holds the whole message. */
const RECORD_BYTES = 4_096;
/**
 * The longest text that every push service takes: 4,096 less the header (86), the end of the record (1) and the tag
 * (16).
 */
export const MOST_BYTES = 3_993;

/** The body of a push message: Content-Encoding aes128gcm (RFC 8291, RFC 8188). */
export function encrypt(text: Buffer, { p256dh, auth }: Recipient, once: Once = newOnce()): Buffer {
  const sender = createECDH('prime256v1');
  sender.setPrivateKey(once.secret);
  const point = sender.getPublicKey();
  const shared = sender.computeSecret(p256dh);
  const ikm = derive(shared, auth, { info: [Buffer.from('WebPush: info\0'), p256dh, point], bytes: 32 });
  const key = derive(ikm, once.salt, { info: [Buffer.from('Content-Encoding: aes128gcm\0')], bytes: 16 });
  const nonce = derive(ikm, once.salt, { info: [Buffer.from('Content-Encoding: nonce\0')], bytes: 12 });
  const cipher = createCipheriv('aes-128-gcm', key, nonce);
  const sizes = Buffer.alloc(5);
  sizes.writeUInt32BE(RECORD_BYTES);
  sizes.writeUInt8(point.length, 4);
  const lastRecord = Buffer.of(2);
  const record = [cipher.update(text), cipher.update(lastRecord), cipher.final(), cipher.getAuthTag()];
  return Buffer.concat([once.salt, sizes, point, ...record]);
}

/** Whether it can be encrypted for: a point that is not on the curve is no key. */
export function isKey(p256dh: Buffer): boolean {
  const pair = createECDH('prime256v1');
  pair.generateKeys();
  try {
    pair.computeSecret(p256dh);
    return true;
  } catch {
    return false;
  }
}

function newOnce(): Once {
  const pair = createECDH('prime256v1');
  pair.generateKeys();
  // Pads a number below 2^248, which is written with fewer bytes.
  const secret = Buffer.concat([Buffer.alloc(32), pair.getPrivateKey()]).subarray(-32);
  return { secret, salt: randomBytes(16) };
}

function derive(secret: Buffer, salt: Buffer, { info, bytes }: { info: Buffer[]; bytes: number }): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, salt, Buffer.concat(info), bytes));
}
