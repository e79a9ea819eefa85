import { Plural } from '@lingui/react/macro';
import { beyondChats } from '../features/notifications/index.ts';
import { useAppState } from '../state/store.ts';
import { Badge } from './Badge.tsx';

/** Home leads to the notifications: how many wait there that the Chats tab does not count. */
export function NewsBadge() {
  const count = useAppState(({ notifications }) => beyondChats(notifications).length);
  return (
    <Badge count={count}>
      <Plural value={count} one="# unread notification" other="# unread notifications" />
    </Badge>
  );
}
