import { Trans } from '@lingui/react/macro';
import { Button } from '../../../ui/Button.tsx';
import type { Chats } from '../cache.ts';
import { useMoreRooms } from '../use-more-rooms.ts';
import { ChatListSkeleton } from './ChatListSkeleton.tsx';
import styles from './more-chats.module.css';

/** Where the list ends for now: the next page loads while one scrolls there. `next` is where it begins. */
export function MoreChats({ chats, next }: { chats: Chats; next: string | null }) {
  const { end, state, retry } = useMoreRooms(chats, next);
  if (next === null) return null;
  return (
    <div className={styles.more}>
      <div ref={end} className={styles.end} />
      {state === 'waiting' ? (
        <ChatListSkeleton rows={2} />
      ) : (
        <div className={styles.failed}>
          <Button size="sm" onClick={retry}>
            <Trans>Try again</Trans>
          </Button>
        </div>
      )}
    </div>
  );
}
