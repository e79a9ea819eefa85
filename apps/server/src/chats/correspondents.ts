import type { Live } from '../platform/live.ts';
import { createRecent } from '../platform/recent.ts';

interface Letter {
  roomId: string;
  senderId: string;
}

interface Told {
  other: string;
  /** Whether an unread notification exists for that room. */
  notified: boolean;
}

/** What recent messages showed of their recipients. Only a guess: the statement that relies on it checks again. */
export interface Correspondents {
  /** Whether the recipient sees it arrive; null when unknown or when a notification is due. */
  sees(letter: Letter): boolean | null;
  learn(letter: Letter, told: Told): void;
}

const AT_MOST = 20_000;

export function createCorrespondents(live: Pick<Live, 'looksAt'>): Correspondents {
  const others = createRecent<Readonly<Told>>(AT_MOST);

  return {
    sees({ roomId, senderId }) {
      const known = others.get(roomId, senderId);
      if (!known) return null;
      if (live.looksAt(known.other, roomId)) return true;
      return known.notified ? false : null;
    },
    learn({ roomId, senderId }, { other, notified }) {
      const known = others.get(roomId, senderId);
      if (known?.other === other && known.notified === notified) return;
      others.put(roomId, senderId, { other, notified });
    },
  };
}
