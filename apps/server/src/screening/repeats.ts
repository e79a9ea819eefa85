import { createHash } from 'node:crypto';
import type { Rate } from '@yonder/contract';
import type { Limits } from '../platform/door/limits.ts';
import { DomainError } from '../platform/errors.ts';
import { foldWords } from './fold.ts';

/** Shorter ones everybody says. */
const LONG_ENOUGH = 20;
const REMEMBERED = 20_000;
/** The same words to so many, then to one more every ten minutes. */
export const REPEATING: Rate = { burst: 4, perMinute: 0.1, kind: 'strict' };

/** The same words, said by one person to many. */
export interface Repeats {
  /** @throws DomainError 'said-too-often'. */
  count(userId: string, text: string): Promise<void>;
  /** Whether this node knows them to have been said in another room by the same person. */
  isSpread(userId: string, text: string, roomId: string): boolean;
}

export function createRepeats({ limits }: { limits: Pick<Limits, 'take'> }): Repeats {
  const firstRooms = new Map<string, string>();

  return {
    async count(userId, text) {
      if (text.length < LONG_ENOUGH) return;
      try {
        await limits.take(`same ${userId} ${digest(foldWords(text).join(' '))}`, REPEATING);
      } catch (error) {
        if (!(error instanceof DomainError) || error.reason !== 'too-many-requests') throw error;
        throw new DomainError('said-too-often', { retryAfter: error.retryAfter, cause: error });
      }
    },
    isSpread(userId, text, roomId) {
      if (text.length < LONG_ENOUGH) return false;
      const key = `${userId} ${digest(text)}`;
      const first = firstRooms.get(key);
      if (first !== undefined) return first !== roomId;
      firstRooms.set(key, roomId);
      if (firstRooms.size > REMEMBERED) firstRooms.delete(firstRooms.keys().next().value!);
      return false;
    },
  };
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 22);
}
