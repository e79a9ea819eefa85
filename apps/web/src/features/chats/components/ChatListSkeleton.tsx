import { useLingui } from '@lingui/react/macro';
import styles from './chat-list-skeleton.module.css';

/** The shape of the list while it loads. */
export function ChatListSkeleton({ rows = 6 }: { rows?: number }) {
  const { t } = useLingui();
  return (
    <div className={styles.rows} role="status" aria-label={t`Loading chats`}>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className={styles.row}>
          <span className={styles.avatar} />
          <span className={styles.name} />
          <span className={styles.preview} />
        </div>
      ))}
    </div>
  );
}
