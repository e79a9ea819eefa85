import { useSyncExternalStore } from 'react';

/** The breakpoint of the styles: a list and its chosen item stand side by side. */
export const WIDE = '(min-width: 768px)';

export function useWide(): boolean {
  return useSyncExternalStore(follow, () => window.matchMedia(WIDE).matches);
}

function follow(changed: () => void): () => void {
  const query = window.matchMedia(WIDE);
  query.addEventListener('change', changed);
  return () => query.removeEventListener('change', changed);
}
