import { hash } from 'node:crypto';
import type { Rate } from '@yonder/contract';
import type { Limits } from '../platform/door/limits.ts';
import { DomainError } from '../platform/errors.ts';
import { foldWords } from './fold.ts';

/** Shorter ones everybody says. */
const LONG_ENOUGH = 20;
/** Of the latest; half as many at least. */
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
  /** The rooms in which something was heard, by its key. Two ages, since the eldest key of one map is slow to find. */
  let young = new Map<string, readonly string[]>();
  let old = young;

  function hear(key: string, rooms: readonly string[]): void {
    if (young.size >= REMEMBERED / 2) {
      old = young;
      young = new Map();
    }
    young.set(key, rooms);
  }

  const roomsOf = (key: string): readonly string[] | undefined => young.get(key) ?? old.get(key);

  return {
    async count(said) {
      const { userId, text, roomId } = said;
      const key = keyOf(said);
      if (text.length < LONG_ENOUGH || (roomId !== null && roomsOf(key)?.includes(roomId))) return;
      try {
        await limits.take(`same ${userId} ${digest(foldWords(text).join(' '))}`, REPEATING);
      } catch (error) {
        if (!(error instanceof DomainError) || error.reason !== 'too-many-requests') throw error;
        throw new DomainError('said-too-often', { retryAfter: error.retryAfter, cause: error });
      }
      if (roomId !== null) hear(key, [...(roomsOf(key) ?? []), roomId]);
    },
    isSpread(said) {
      if (said.text.length < LONG_ENOUGH) return false;
      const key = keyOf(said);
      const rooms = roomsOf(key);
      if (rooms !== undefined) return !rooms.includes(said.roomId);
      hear(key, [said.roomId]);
      return false;
    },
  };
}

function keyOf({ userId, text }: Utterance): string {
  return `${userId} ${text.length > SHORT_ENOUGH ? digest(text) : text}`;
}

function digest(text: string): string {
  return hash('sha256', text, 'base64url').slice(0, 22);
}
