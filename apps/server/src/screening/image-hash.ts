import { createHash } from 'node:crypto';
import type { Log } from '../platform/log.ts';
import { askHook, type Hook, type Verdict } from './hook.ts';

const SIDE = 8;

/** Asks about every picture as it is stored, by its hashes alone. @throws DomainError 'picture-refused' or 'busy'. */
export function createImageScreening({ hook, log }: { hook: Hook | null; log: Log }) {
  return async function screen(picture: Buffer): Promise<Verdict> {
    if (hook === null) return 'allow';
    const sha256 = createHash('sha256').update(picture).digest('hex');
    const question = { kind: 'image', sha256, perceptual: await differenceHash(picture) };
    return askHook(hook, { question, refusal: 'picture-refused', log });
  };
}

/**
 * 64 bits as hex: whether each of 8 × 8 cells is brighter than the one to its right ("dHash"). The same picture at another
 * size or quality differs in few of them.
 */
export async function differenceHash(picture: Buffer): Promise<string> {
  const { default: sharp } = await import('sharp');
  const cells = await sharp(picture)
    .flatten()
    .greyscale()
    .resize(SIDE + 1, SIDE, { fit: 'fill' })
    .raw()
    .toBuffer();
  let bits = 0n;
  for (let row = 0; row < SIDE; row++) {
    for (let column = 0; column < SIDE; column++) {
      const at = row * (SIDE + 1) + column;
      bits = (bits << 1n) | (cells[at]! > cells[at + 1]! ? 1n : 0n);
    }
  }
  return bits.toString(16).padStart(16, '0');
}
