import { Plural } from '@lingui/react/macro';
import text from '../../../ui/text.module.css';
import styles from './unread-count.module.css';

const MOST_SHOWN = 99;

/** A small dome with the number on it. */
export function UnreadCount({ unread }: { unread: number }) {
  return (
    <span className={styles.count}>
      <span aria-hidden="true">{unread > MOST_SHOWN ? `${MOST_SHOWN}+` : unread}</span>
      <span className={text.unseen}>
        <Plural value={unread} one="# unread message" other="# unread messages" />
      </span>
    </span>
  );
}
