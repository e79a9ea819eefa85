import { useLingui } from '@lingui/react/macro';
import styles from './chat-list-skeleton.module.css';

const ROWS = 6;

/** The shape of the list while it loads. */
export function ChatListSkeleton() {
  const { t } = useLingui();
  return (
    <div className={styles.rows} role="status" aria-label={t`Loading chats`}>
      {Array.from({ length: ROWS }, (_, row) => (
        <div key={row} className={styles.row}>
          <span className={styles.avatar} />
          <span className={styles.name} />
          <span className={styles.preview} />
        </div>
      ))}
    </div>
  );
}
