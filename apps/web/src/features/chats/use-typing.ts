import { useEffect, useState } from 'react';
import { after, monotonic } from '../../lib/clock.ts';
import { useAppState } from '../../state/store.ts';
import { setTyping } from './api/set-typing.ts';
import type { Chats } from './cache.ts';
import { createTyping, type Typing } from './typing.ts';

const SILENT: Typing = { doing: () => {}, done: () => {} };

/** Reports typing to the partner, unless the user has turned that off. */
export function useTyping(chats: Chats, chatRoomId: string): Typing {
  const isShown = useAppState(({ user }) => user?.preferences.typingIndicator ?? true);
  const [typing] = useState(() =>
    createTyping({ now: monotonic, after, tell: (activity) => setTyping(chats, chatRoomId, activity) }),
  );
  useEffect(() => typing.done, [typing]);
  return isShown ? typing : SILENT;
}
