import { hash } from 'node:crypto';
import type { Rate } from '@yonder/contract';
import type { Limits } from '../platform/door/limits.ts';
import { DomainError } from '../platform/errors.ts';
import { createRecent } from '../platform/recent.ts';
import { foldWords } from './fold.ts';

/** Shorter ones everybody says. */
const LONG_ENOUGH = 20;
/** At most. */
const REMEMBERED = 20_000;
/** Longer ones are remembered by their digest. */
const SHORT_ENOUGH = 200;
/** The same words to so many, then to one more every ten minutes. */
export const REPEATING: Rate = { burst: 4, perMinute: 0.1, kind: 'strict' };

/** Something that was said, and where: null where every time is to somebody else. */
export interface Utterance {
  userId: string;
  text: string;
  roomId: string | null;
}

/** The same words, said by one person to many. */
export interface Repeats {
  /** In one room they count once. @throws DomainError 'said-too-often'. */
  count(said: Utterance): Promise<void>;
  /** Whether this node knows them to have been said by the same person in other rooms, and not in this one. */
  isSpread(said: Utterance & { roomId: string }): boolean;
}

export function createRepeats({ limits }: { limits: Pick<Limits, 'take'> }): Repeats {
  /** The rooms in which something was heard, by person and what they said. */
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
