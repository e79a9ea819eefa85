import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Rate } from '@yonder/contract';
import type { Clock } from '../platform/clock.ts';
import type { Limits } from '../platform/door/limits.ts';
import { DomainError } from '../platform/errors.ts';
import { publicNetworkOf } from '../platform/http/address.ts';
import type { ServerKeys } from '../platform/keys.ts';
import { MEDIA_KEYS } from './addresses.ts';
import type { ObjectStore } from './object-store.ts';

/** Names of public photos: their end proves that this server made them, so guesses are recognized without a query. */
export interface PhotoNames {
  /** Returns a path of the store; a photo's ends in a proof. */
  newPath: ObjectStore['newPath'];
  /** False also for photos named before proofs existed, or by an expired key. */
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

/** Per public network, for unproven names without a photo: each of them is a query. */
export const UNPROVEN_PHOTOS: Rate = { burst: 300, perMinute: 600, kind: 'sliced' };

/** Above it, networks with an expired wait are dropped. */
const NETWORKS_CACHED = 10_000;

/** A request for a photo and its origin. */
interface PhotoRequest {
  name: string;
  address: string;
}

/** Above it, the least recently served name is dropped. */
const SERVED_CACHED = 20_000;

/** Limits how many names a network may guess. Existing photos never count, even with unproven names. */
export interface PhotoGuesses {
  /**
   * Recently served photos stay available: a guesser must not block its whole network.
   * @throws DomainError 'too-many-requests', without a query, while the network of a guessed name has to wait.
   */
  assertMayAsk(request: PhotoRequest): void;
  /** Remembers a name that exists, which is no guess. */
  keepServed(name: string): void;
  /** Counts a name without a photo. @throws DomainError 'too-many-requests' */
  countMiss(request: PhotoRequest): Promise<void>;
}

export function createPhotoGuesses({
  names,
  limits,
  clock,
}: {
  names: Pick<PhotoNames, 'isProven'>;
  limits: Pick<Limits, 'take'>;
  clock: Pick<Clock, 'now'>;
}): PhotoGuesses {
  const waits = new Map<string, number>();
  /** Least recently served first. */
  const served = new Set<string>();
  /** Null: not counted. A private address may be a proxy that all clients share. */
  const networkFor = ({ name, address }: PhotoRequest): string | null =>
    names.isProven(name) ? null : publicNetworkOf(address);

  function wait(network: string, until: number): void {
    if (waits.size >= NETWORKS_CACHED) {
      for (const [known, end] of waits) if (end <= clock.now()) waits.delete(known);
    }
    if (waits.size < NETWORKS_CACHED) waits.set(network, until);
  }

  return {
    assertMayAsk(request) {
      if (waits.size === 0) return;
      if (served.has(request.name)) return;
      const network = networkFor(request);
      const waitMs = network === null ? 0 : (waits.get(network) ?? 0) - clock.now();
      if (waitMs > 0) throw new DomainError('too-many-requests', { retryAfter: Math.ceil(waitMs / 1_000) });
    },
    keepServed(name) {
      served.delete(name);
      served.add(name);
      if (served.size <= SERVED_CACHED) return;
      const [oldest] = served;
      if (oldest !== undefined) served.delete(oldest);
    },
    async countMiss(request) {
      const network = networkFor(request);
      if (network === null) return;
      try {
        await limits.take(['photo', network], UNPROVEN_PHOTOS);
      } catch (error) {
        if (error instanceof DomainError) wait(network, clock.now() + (error.retryAfter ?? 1) * 1_000);
        throw error;
      }
    },
  };
}
