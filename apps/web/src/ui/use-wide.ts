import { useSyncExternalStore } from 'react';

/** As the styles have it: a list and what is chosen in it stand side by side. */
export const WIDE = '(min-width: 768px)';

export function useWide(): boolean {
  return useSyncExternalStore(follow, () => window.matchMedia(WIDE).matches);
}

function follow(changed: () => void): () => void {
  const query = window.matchMedia(WIDE);
  query.addEventListener('change', changed);
  return () => query.removeEventListener('change', changed);
}
