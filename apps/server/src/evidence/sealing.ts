import * as z from 'zod/mini';
import { decrypt, encrypt, newCipherKey } from '../platform/cipher.ts';
import type { ServerKeys } from '../platform/keys.ts';
import type { Shown } from './seams.ts';
import type { SealedRow } from './store.ts';

/** The purpose of the server key that wraps the key of each sealed message. No backup holds it. */
export const EVIDENCE_KEYS = 'evidence';

type Keys = Pick<ServerKeys, 'signing' | 'accepted'>;
type Wrapped = Pick<SealedRow, 'room_id' | 'seq' | 'kid' | 'wrapped_key'>;

const contents = z.object({ content: z.string(), attachment: z.unknown() });

/** Encrypts a message with a key of its own, and that key with the server's. */
export function sealContent(keys: Keys, { roomId, seq, content, attachment }: Omit<Shown, 'file'>) {
  const { kid, secret } = keys.signing(EVIDENCE_KEYS);
  const key = newCipherKey();
  const about = `${roomId}.${seq}`;
  return {
    kid,
    wrapped_key: encrypt(key, { key: secret, about }),
    content: encrypt(Buffer.from(JSON.stringify({ content, attachment })), { key, about }),
  };
}

/** @throws when the server key has changed, as after a restore. */
export function unwrapKey(keys: Keys, { room_id, seq, kid, wrapped_key }: Wrapped): Buffer {
  const wrapping = keys.accepted(EVIDENCE_KEYS, kid);
  if (!wrapping) throw new Error('the key of this evidence is gone');
  return decrypt(wrapped_key, { key: wrapping.secret, about: `${room_id}.${seq}` });
}

export function openContent(row: Pick<SealedRow, 'room_id' | 'seq' | 'content'>, key: Buffer) {
  const about = `${row.room_id}.${row.seq}`;
  return contents.parse(JSON.parse(decrypt(row.content, { key, about }).toString()));
}
