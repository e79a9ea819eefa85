import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { historyQuery } from '../api/list-messages.ts';
import { useChats } from '../use-chats.ts';
import styles from './chat-room-page.module.css';
import { ChatRoom } from './ChatRoom.tsx';
import { RoomSkeleton } from './RoomSkeleton.tsx';
import { RoomTrouble } from './RoomTrouble.tsx';

/** /chat/:chatId */
export function ChatRoomPage() {
  const { chatId = '' } = useParams();
  const chats = useChats();
  const { data: history, error, isPending, isFetching, refetch } = useQuery(historyQuery(chats, chatId));
  return (
    <div className={styles.room}>
      {history && <ChatRoom key={chatId} chats={chats} history={history} />}
      {isPending && <RoomSkeleton />}
      {error && !history && <RoomTrouble error={error} busy={isFetching} onRetry={() => void refetch()} />}
    </div>
  );
}
