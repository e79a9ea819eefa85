import { Trans } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { loadOlder } from '../api/list-messages.ts';
import type { Chats } from '../cache.ts';
import styles from './older-messages.module.css';

/** Comes into view at the top of what is loaded, and loads more. */
export function OlderMessages({ chats, chatRoomId }: { chats: Chats; chatRoomId: string }) {
  const place = useRef<HTMLDivElement>(null);
  const { mutate: load, isPending } = useMutation({ mutationFn: () => loadOlder(chats, chatRoomId) });
  useEffect(() => {
    const { current } = place;
    if (current === null) return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && load());
    observer.observe(current);
    return () => observer.disconnect();
  }, [load]);
  return (
    <div ref={place} className={styles.older}>
      <Button look="quiet" size="sm" busy={isPending} onClick={() => load()}>
        <Trans>Earlier messages</Trans>
      </Button>
    </div>
  );
}
