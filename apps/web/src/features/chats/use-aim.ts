import { useEffect, useState } from 'react';
import { after } from '../../lib/clock.ts';
import type { History } from './history.ts';
import type { Aim } from './list-start.ts';
import type { UnreadAfter } from './reading.ts';

const LIT_MS = 1_600;

/** The jump target, kept until its message was lit; for the newest, while the list may yet restart on the way there. */
export function useAim({ messages, newer }: History, unreadAfter: UnreadAfter) {
  const [aim, setAim] = useState<Aim>(null);
  const isReached =
    aim === 'newest'
      ? newer === 'none' && unreadAfter !== 'undecided'
      : messages.some(({ seedOrder }) => seedOrder === aim);
  useEffect(() => {
    if (!isReached) return;
    return after(aim === 'newest' ? 0 : LIT_MS, () => setAim((now) => (now === aim ? null : now)));
  }, [aim, isReached]);
  return { aim, setAim };
}
