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
  const heardIn = new Map<string, ReadonlySet<string>>();

  function hear({ userId, text, roomId }: Utterance): void {
    if (roomId === null) return;
    const key = `${userId} ${digest(text)}`;
    heardIn.set(key, new Set([...(heardIn.get(key) ?? []), roomId]));
    if (heardIn.size > REMEMBERED) heardIn.delete(heardIn.keys().next().value!);
  }

  function roomsOf({ userId, text }: Utterance): ReadonlySet<string> | undefined {
    return heardIn.get(`${userId} ${digest(text)}`);
  }

  return {
    async count(said) {
      const { userId, text, roomId } = said;
      if (text.length < LONG_ENOUGH || (roomId !== null && roomsOf(said)?.has(roomId))) return;
      try {
        await limits.take(`same ${userId} ${digest(foldWords(text).join(' '))}`, REPEATING);
      } catch (error) {
        if (!(error instanceof DomainError) || error.reason !== 'too-many-requests') throw error;
        throw new DomainError('said-too-often', { retryAfter: error.retryAfter, cause: error });
      }
      hear(said);
    },
    isSpread(said) {
      if (said.text.length < LONG_ENOUGH) return false;
      const rooms = roomsOf(said);
      if (rooms !== undefined) return !rooms.has(said.roomId);
      hear(said);
      return false;
    },
  };
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 22);
}
