import { useLayoutEffect, useRef } from 'react';
import type { ChatsTab } from './ChatsTabs.tsx';

/**
 * On phones the lists and a room share one window; the list is restored to its scroll position. `shown` is null while
 * the room is shown.
 */
export function useListPlace(shown: ChatsTab | null): void {
  const places = useRef(new Map<ChatsTab, number>());
  const before = useRef(shown);
  useLayoutEffect(() => {
    if (shown === null) return undefined;
    const remember = (): void => void places.current.set(shown, window.scrollY);
    // The browser restores the scroll position of a visit's first page.
    if (before.current !== shown) window.scrollTo(0, places.current.get(shown) ?? 0);
    window.addEventListener('scroll', remember, { passive: true });
    return () => {
      before.current = null;
      window.removeEventListener('scroll', remember);
    };
  }, [shown]);
}
