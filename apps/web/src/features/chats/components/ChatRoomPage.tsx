import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { historyQuery } from '../api/list-messages.ts';
import { useChats } from '../use-chats.ts';
import styles from './chat-room-page.module.css';
import { ChatRoom } from './ChatRoom.tsx';
import { ChatsPane } from './ChatsPane.tsx';
import { RoomSkeleton } from './RoomSkeleton.tsx';
import { RoomTrouble } from './RoomTrouble.tsx';

/** /chat/:chatId. Alone on phones, beside the list on everything wider. */
export function ChatRoomPage() {
  const { chatId = '' } = useParams();
  const chats = useChats();
  const { data: history, error, isPending, isFetching, refetch } = useQuery(historyQuery(chats, chatId));
  return (
    <div className={styles.page}>
      <ChatsPane />
      <section className={styles.room}>
        {history && <ChatRoom key={chatId} chats={chats} history={history} />}
        {isPending && <RoomSkeleton />}
        {error && !history && <RoomTrouble error={error} busy={isFetching} onRetry={() => void refetch()} />}
      </section>
    </div>
  );
}
