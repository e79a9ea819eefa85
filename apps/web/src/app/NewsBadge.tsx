import { Plural } from '@lingui/react/macro';
import { beyondChats } from '../features/notifications/index.ts';
import { useAppState } from '../state/store.ts';
import { Badge } from './Badge.tsx';

/** How many notifications wait that the Chats tab does not count; Home leads to them. */
export function NewsBadge() {
  const count = useAppState(({ notifications }) => beyondChats(notifications).length);
  return (
    <Badge count={count}>
      <Plural value={count} one="# unread notification" other="# unread notifications" />
    </Badge>
  );
}
