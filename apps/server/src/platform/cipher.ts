import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export function newCipherKey(): Buffer {
  return randomBytes(KEY_BYTES);
}

/** Returns nonce, ciphertext and tag as one. `about` names what is encrypted: it decrypts under no other name. */
export function encrypt(plain: Uint8Array, { key, about }: { key: Uint8Array; about: string }): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(Buffer.from(about));
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

/** @throws when the bytes, the key or the name are not those that were encrypted. */
export function decrypt(sealed: Buffer, { key, about }: { key: Uint8Array; about: string }): Buffer {
  const [nonce, tag] = [sealed.subarray(0, NONCE_BYTES), sealed.subarray(-TAG_BYTES)];
  const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(about)).setAuthTag(tag);
  return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]);
}
