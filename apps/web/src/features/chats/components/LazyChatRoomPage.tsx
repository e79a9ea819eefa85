import { lazy, Suspense, type ReactNode } from 'react';
import type { StrangerParts } from '../strangers.ts';
import styles from './chat-room-page.module.css';
import { RoomSkeleton } from './RoomSkeleton.tsx';

const ChatRoomPage = lazy(async () => ({ default: (await import('./ChatRoomPage.tsx')).ChatRoomPage }));

/** The list is there before what a room needs. */
export function LazyChatRoomPage({ banner, strangers }: { banner: ReactNode; strangers: StrangerParts }) {
  return (
    <Suspense
      fallback={
        <div className={styles.room}>
          {banner}
          <RoomSkeleton />
        </div>
      }
    >
      <ChatRoomPage banner={banner} strangers={strangers} />
    </Suspense>
  );
}
