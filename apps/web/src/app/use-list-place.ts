import { useLayoutEffect, useRef } from 'react';
import type { ChatsTab } from './ChatsTabs.tsx';

/**
 * On phones the lists and a room take turns in one window: who comes back finds the list where it was. `shown` is null
 * while it is the room's turn.
 */
export function useListPlace(shown: ChatsTab | null): void {
  const places = useRef(new Map<ChatsTab, number>());
  const before = useRef(shown);
  useLayoutEffect(() => {
    if (shown === null) return undefined;
    const remember = (): void => void places.current.set(shown, window.scrollY);
    // The first page of a visit is the browser's to place.
    if (before.current !== shown) window.scrollTo(0, places.current.get(shown) ?? 0);
    window.addEventListener('scroll', remember, { passive: true });
    return () => {
      before.current = null;
      window.removeEventListener('scroll', remember);
    };
  }, [shown]);
}
