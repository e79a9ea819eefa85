import { hash } from 'node:crypto';
import type { Rate } from '@yonder/contract';
import type { Limits } from '../platform/door/limits.ts';
import { DomainError } from '../platform/errors.ts';
import { createRecent } from '../platform/recent.ts';
import { foldWords } from './fold.ts';

/** Shorter texts are common to all users. */
const LONG_ENOUGH = 20;
/** Maximum number. */
const REMEMBERED = 20_000;
/** Longer texts are remembered by their digest. */
const SHORT_ENOUGH = 200;
/** Recipients of the same words: so many at once, then one more every ten minutes. */
export const REPEATING: Rate = { burst: 4, perMinute: 0.1, kind: 'strict' };

/** A text that was sent, and its room; null: each time to a different recipient. */
export interface Utterance {
  userId: string;
  text: string;
  roomId: string | null;
}

/** Counts words that one user sends to many. */
export interface Repeats {
  /** Counts them once per room. @throws DomainError 'said-too-often'. */
  count(said: Utterance): Promise<void>;
  /** Whether this node knows the user to have sent them to other rooms, and not to this one. */
  isSpread(said: Utterance & { roomId: string }): boolean;
}

export function createRepeats({ limits }: { limits: Pick<Limits, 'take'> }): Repeats {
  /** Rooms that got a text, by user and text. */
  const heard = createRecent<readonly string[]>(REMEMBERED);

  return {
    async count({ userId, text, roomId }) {
      const key = keyOf(text);
      if (text.length < LONG_ENOUGH || (roomId !== null && heard.get(userId, key)?.includes(roomId))) return;
      try {
        await limits.take(['same', `${userId} ${digest(foldWords(text).join(' '))}`], REPEATING);
      } catch (error) {
        if (!(error instanceof DomainError) || error.reason !== 'too-many-requests') throw error;
        throw new DomainError('said-too-often', { retryAfter: error.retryAfter, cause: error });
      }
      if (roomId !== null) heard.put(userId, key, [...(heard.get(userId, key) ?? []), roomId]);
    },
    isSpread({ userId, text, roomId }) {
      if (text.length < LONG_ENOUGH) return false;
      const key = keyOf(text);
      const rooms = heard.get(userId, key);
      if (rooms !== undefined) return !rooms.includes(roomId);
      heard.put(userId, key, [roomId]);
      return false;
    },
  };
}

function keyOf(text: string): string {
  return text.length > SHORT_ENOUGH ? digest(text) : text;
}

function digest(text: string): string {
  return hash('sha256', text, 'base64url').slice(0, 22);
}
