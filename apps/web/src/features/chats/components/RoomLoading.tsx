import styles from './chat-room-page.module.css';
import { RoomSkeleton } from './RoomSkeleton.tsx';

/** Shown while the scripts of a room load. */
export function RoomLoading() {
  return (
    <div className={styles.room}>
      <RoomSkeleton />
    </div>
  );
}
