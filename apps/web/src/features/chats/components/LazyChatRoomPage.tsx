import { lazy, Suspense, type ReactNode } from 'react';
import styles from './chat-room-page.module.css';
import { RoomSkeleton } from './RoomSkeleton.tsx';

const ChatRoomPage = lazy(async () => ({ default: (await import('./ChatRoomPage.tsx')).ChatRoomPage }));

/** The list is there before what a room needs. */
export function LazyChatRoomPage({ banner }: { banner: ReactNode }) {
  return (
    <Suspense
      fallback={
        <div className={styles.room}>
          {banner}
          <RoomSkeleton />
        </div>
      }
    >
      <ChatRoomPage banner={banner} />
    </Suspense>
  );
}
