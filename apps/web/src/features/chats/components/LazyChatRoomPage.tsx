import { lazy, Suspense } from 'react';
import styles from './chat-room-page.module.css';
import { RoomSkeleton } from './RoomSkeleton.tsx';

const ChatRoomPage = lazy(async () => ({ default: (await import('./ChatRoomPage.tsx')).ChatRoomPage }));

/** The list is there before what a room needs. */
export function LazyChatRoomPage() {
  return (
    <Suspense
      fallback={
        <div className={styles.room}>
          <RoomSkeleton />
        </div>
      }
    >
      <ChatRoomPage />
    </Suspense>
  );
}
