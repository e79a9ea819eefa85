import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '../../../ui/Button.tsx';
import { RowsSkeleton } from '../../../ui/RowsSkeleton.tsx';
import type { Chats } from '../cache.ts';
import { useMoreRooms } from '../use-more-rooms.ts';
import styles from './more-chats.module.css';

/** The end of the loaded list: scrolling there loads the page that begins at `next`. */
export function MoreChats({ chats, next }: { chats: Chats; next: string | null }) {
  const { t } = useLingui();
  const { end, state, retry } = useMoreRooms(chats, next);
  if (next === null) return null;
  return (
    <div className={styles.more}>
      <div ref={end} className={styles.end} />
      {state === 'waiting' ? (
        <RowsSkeleton rows={2} label={t`Loading chats`} />
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
