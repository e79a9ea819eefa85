import { Plural } from '@lingui/react/macro';
import { useEffect } from 'react';
import { useFailedCount, useUnread } from '../features/chats/index.ts';
import { beyondChats } from '../features/notifications/index.ts';
import { useAppState } from '../state/store.ts';
import { showWaiting } from '../ui/tab-title.ts';
import { Badge } from './Badge.tsx';

/** A badge on the Chats tab, and the total of all that waits in the browser tab's title, each thing counted once. */
export function UnreadBadge() {
  const unread = useUnread();
  const beyond = useAppState(({ notifications }) => beyondChats(notifications).length);
  const failed = useFailedCount();
  const waiting = unread + failed + beyond;
  useEffect(() => {
    showWaiting(waiting);
    return () => showWaiting(0);
  }, [waiting]);
  return (
    <Badge count={unread + failed}>
      {unread > 0 && <Plural value={unread} one="# unread message" other="# unread messages" />}{' '}
      {failed > 0 && <Plural value={failed} one="# message was not sent" other="# messages were not sent" />}
    </Badge>
  );
}
