import { useMutation } from '@tanstack/react-query';
import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import { loadMoreRooms } from './api/list-chat-rooms.ts';
import type { Chats } from './cache.ts';

interface MoreRooms {
  /** Marks the end of the list: near the screen it requests the next page. */
  end: RefObject<HTMLDivElement | null>;
  /** failed: retried only on request. */
  state: 'waiting' | 'failed';
  retry: () => void;
}

/** `next`: where the next page begins. */
export function useMoreRooms(chats: Chats, next: string | null): MoreRooms {
  const end = useRef<HTMLDivElement>(null);
  const loading = useMutation({ mutationFn: () => loadMoreRooms(chats) });
  const load = useEffectEvent(() => {
    if (!loading.isError) loading.mutate();
  });
  useEffect(() => {
    if (end.current === null || next === null) return;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) load();
    });
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [next]);
  return { end, state: loading.isError ? 'failed' : 'waiting', retry: () => loading.mutate() };
}
