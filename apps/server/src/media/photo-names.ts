import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Rate } from '@yonder/contract';
import type { FastifyInstance } from 'fastify';
import type { Limits } from '../platform/door/limits.ts';
import { networkOf } from '../platform/http/address.ts';
import type { ServerKeys } from '../platform/keys.ts';
import { MEDIA_KEYS } from './addresses.ts';
import type { ObjectStore } from './object-store.ts';

/** Names of public photos: their end proves that this server made them, so that guesses are told apart without a query. */
export interface PhotoNames {
  /** A path as the store makes one; of a photo with a proof. */
  newPath: ObjectStore['newPath'];
  /** False also of photos that were named before there were proofs, or by a key that is over. */
  isProven(name: string): boolean;
}

const PROOF_DIGITS = 12;

export function createPhotoNames(
  keys: Pick<ServerKeys, 'signing' | 'allAccepted'>,
  { newPath }: Pick<ObjectStore, 'newPath'>,
): PhotoNames {
  const proofOf = (head: string, secret: Buffer): string =>
    createHmac('sha256', secret).update(`photo ${head}`).digest('hex').slice(0, PROOF_DIGITS);

  return {
    newPath(what) {
      const path = newPath(what);
      if (what.folder !== 'photos') return path;
      const end = `.${what.extension}`.length;
      const head = path.slice('photos/'.length, -end - PROOF_DIGITS);
      return `photos/${head}${proofOf(head, keys.signing(MEDIA_KEYS).secret)}.${what.extension}`;
    },
    isProven(name) {
      const [stem = ''] = name.split('.');
      const head = stem.slice(0, -PROOF_DIGITS);
      const proof = Buffer.from(stem.slice(-PROOF_DIGITS));
      if (proof.length !== PROOF_DIGITS) return false;
      return keys
        .allAccepted(MEDIA_KEYS)
        .some(({ secret }) => timingSafeEqual(proof, Buffer.from(proofOf(head, secret))));
    },
  };
}

/** Of one network, for names that nothing proves: each of them is a query. */
export const UNPROVEN_PHOTOS: Rate = { burst: 300, perMinute: 600, kind: 'sliced' };

/** Before the routes it limits. */
export function limitUnprovenPhotos({ names, limits }: { names: PhotoNames; limits: Pick<Limits, 'take'> }) {
  return (app: FastifyInstance): void => {
    app.addHook<{ Params: { name?: string } }>('onRequest', async ({ params, routeOptions, address }) => {
      if (routeOptions.url !== '/media/photos/:name' || names.isProven(params.name ?? '')) return;
      await limits.take(['photo', networkOf(address)], UNPROVEN_PHOTOS);
    });
  };
}
