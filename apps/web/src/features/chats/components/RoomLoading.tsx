import styles from './chat-room-page.module.css';
import { RoomSkeleton } from './RoomSkeleton.tsx';

/** A room whose scripts are on their way. */
export function RoomLoading() {
  return (
    <div className={styles.room}>
      <RoomSkeleton />
    </div>
  );
}
