import { useLingui } from '@lingui/react/macro';
import styles from './room-skeleton.module.css';

const BUBBLES = ['them', 'me', 'me', 'them', 'me'] as const;

/** The shape of a conversation while it loads. */
export function RoomSkeleton() {
  const { t } = useLingui();
  return (
    <div className={styles.room} role="status" aria-label={t`Loading messages`}>
      <div className={styles.header} data-room-head="" />
      <div className={styles.messages}>
        {BUBBLES.map((side, index) => (
          <span key={index} className={styles.bubble} data-side={side} />
        ))}
      </div>
      <div className={styles.composer} />
    </div>
  );
}
