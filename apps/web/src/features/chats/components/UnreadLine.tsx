import { Trans } from '@lingui/react/macro';
import styles from './unread-line.module.css';

/** Messages below it are new. */
export function UnreadLine() {
  return (
    <div className={styles.unread}>
      <span>
        <Trans>New messages</Trans>
      </span>
    </div>
  );
}
