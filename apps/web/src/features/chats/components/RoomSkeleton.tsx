import { useLingui } from '@lingui/react/macro';
import { BackToChats } from './BackToChats.tsx';
import styles from './room-skeleton.module.css';

const BUBBLES = ['them', 'me', 'me', 'them', 'me'] as const;

/** The shape of a conversation while it loads. */
export function RoomSkeleton() {
  const { t } = useLingui();
  return (
    <div className={styles.room}>
      <div className={styles.header} data-room-head="">
        <BackToChats />
      </div>
      <div className={styles.messages} role="status" aria-label={t`Loading messages`}>
        {BUBBLES.map((side, index) => (
          <span key={index} className={styles.bubble} data-side={side} />
        ))}
      </div>
      <div className={styles.composer} />
    </div>
  );
}
