import type { Live } from '../platform/live.ts';

interface Letter {
  roomId: string;
  senderId: string;
}

/** What the last messages told of those they went to. Only ever a guess: the statement that relies on it looks itself. */
export interface Correspondents {
  /** Whether the other one sees it come; null where that is not known, or where they are to be notified. */
  sees(letter: Letter): boolean | null;
  /** notified: of something they have not read there, by now. */
  learn(letter: Letter, told: { other: string; notified: boolean }): void;
}

const AT_MOST = 10_000;

export function createCorrespondents(live: Pick<Live, 'looksAt'>): Correspondents {
  const others = new Map<string, { other: string; notified: boolean }>();
  const keyOf = ({ roomId, senderId }: Letter): string => `${roomId} ${senderId}`;

  return {
    sees(letter) {
      const known = others.get(keyOf(letter));
      if (!known) return null;
      if (live.looksAt(known.other, letter.roomId)) return true;
      return known.notified ? false : null;
    },
    learn(letter, { other, notified }) {
      const key = keyOf(letter);
      others.delete(key);
      others.set(key, { other, notified });
      if (others.size > AT_MOST) others.delete(others.keys().next().value!);
    },
  };
}
