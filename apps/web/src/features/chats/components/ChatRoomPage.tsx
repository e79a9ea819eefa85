import { type FetchStatus, useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useParams } from 'react-router';
import { historyQuery } from '../api/list-messages.ts';
import { isMissing } from '../api/room-after.ts';
import type { History } from '../history.ts';
import { type UnreadAfter, unreadAfterOf } from '../reading.ts';
import type { StrangerParts } from '../strangers.ts';
import { useChats } from '../use-chats.ts';
import styles from './chat-room-page.module.css';
import { ChatRoom } from './ChatRoom.tsx';
import { RoomSkeleton } from './RoomSkeleton.tsx';
import { RoomTrouble } from './RoomTrouble.tsx';

interface ChatRoomPageProps {
  /** Shown above every conversation. */
  banner: ReactNode;
  strangers: StrangerParts;
}

/** /chat/:chatId */
export function ChatRoomPage({ banner, strangers }: ChatRoomPageProps) {
  const { chatId = '' } = useParams();
  return (
    <div className={styles.room}>
      {banner}
      <Room key={chatId} chatRoomId={chatId} strangers={strangers} />
    </div>
  );
}

function Room({ chatRoomId, strangers }: { chatRoomId: string; strangers: StrangerParts }) {
  const chats = useChats();
  const { data: history, error, isPending, fetchStatus, refetch } = useQuery(historyQuery(chats, chatRoomId));
  const unreadAfter = useUnreadAfter(history, fetchStatus);
  const isGone = isMissing(error);
  return (
    <>
      {history && !isGone && (
        <ChatRoom chats={chats} history={history} unreadAfter={unreadAfter} strangers={strangers} />
      )}
      {isPending && <RoomSkeleton />}
      {error && (isGone || !history) && (
        <RoomTrouble error={error} busy={fetchStatus !== 'idle'} onRetry={() => void refetch()} />
      )}
    </>
  );
}

/** Decided once, as soon as the server has said what is unread, so that the line neither follows nor jumps. */
function useUnreadAfter(history: History | undefined, asking: FetchStatus): UnreadAfter {
  const [before, decide] = useState<UnreadAfter>('undecided');
  const after = before === 'undecided' && history !== undefined ? unreadAfterOf(history, asking) : before;
  if (after !== before) decide(after);
  return after;
}
