import { Plural, Trans } from '@lingui/react/macro';
import text from '../../../ui/text.module.css';
import styles from './unread-count.module.css';

const MOST_SHOWN = 99;

/** A small dome with the number on it; without one where a chat was put back among the unread. */
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
