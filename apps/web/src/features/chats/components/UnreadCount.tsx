import { Plural, Trans } from '@lingui/react/macro';
import text from '../../../ui/text.module.css';
import styles from './unread-count.module.css';

const MOST_SHOWN = 99;

/** The number of unread messages; empty where a chat was marked as unread. */
export function UnreadCount({ unread }: { unread: number }) {
  return (
    <span className={styles.count}>
      <span aria-hidden="true">{unread > 0 && (unread > MOST_SHOWN ? `${MOST_SHOWN}+` : unread)}</span>
      <span className={text.unseen}>
        {unread > 0 ? (
          <Plural value={unread} one="# unread message" other="# unread messages" />
        ) : (
          <Trans>Marked as unread</Trans>
        )}
      </span>
    </span>
  );
}
