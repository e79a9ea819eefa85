import { Plural } from '@lingui/react/macro';
import { useEffect } from 'react';
import { useUnread } from '../features/chats/index.ts';
import { showWaiting } from '../ui/tab-title.ts';
import text from '../ui/text.module.css';
import styles from './nav.module.css';

const MOST = 99;

/** A small dome on the Chats tab, and a number before the name of the browser's. */
export function UnreadBadge() {
  const unread = useUnread();
  useEffect(() => {
    showWaiting(unread);
    return () => showWaiting(0);
  }, [unread]);
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
