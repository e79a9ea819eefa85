import { useQuery } from '@tanstack/react-query';
import { useReachable } from '../../../lib/reachable.ts';
import text from '../../../ui/text.module.css';
import { chatRoomsQuery } from '../api/list-chat-rooms.ts';
import { useChats } from '../use-chats.ts';
import { MetLine } from './MetLine.tsx';
import styles from './standing.module.css';

/** Presence of a chat partner, wherever they are shown. Empty when their chat is beyond the loaded pages. */
export function Standing({ userId }: { userId: string }) {
  const { data: list } = useQuery(chatRoomsQuery(useChats()));
  const isReachable = useReachable();
  const room = list?.rooms.find(
    ({ other, isAnonymous, isActive }) => other.userId === userId && !isAnonymous && isActive,
  );
  if (room === undefined) return null;
  return (
    <p className={`${text.label} ${styles.standing}`} data-presence={isReachable ? room.otherPresence : null}>
      <MetLine room={room} />
    </p>
  );
}
