import { Plural } from '@lingui/react/macro';
import { useUnread } from '../features/chats/index.ts';
import text from '../ui/text.module.css';
import styles from './nav.module.css';

const MOST = 99;

/** A small dome on the Chats tab. */
export function UnreadBadge() {
  const unread = useUnread();
  if (unread === 0) return null;
  return (
    <span className={styles.badge}>
      <span aria-hidden="true">{unread > MOST ? `${MOST}+` : unread}</span>
      <span className={text.unseen}>
        <Plural value={unread} one="# unread message" other="# unread messages" />
      </span>
    </span>
  );
}
