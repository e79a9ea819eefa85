import type { Stop } from './clock.ts';

export interface PageCacheHandlers {
  /** The page unloads or enters the back/forward cache: release locks and other scarce resources. */
  hide?: () => void;
  /** The page is restored from the back/forward cache. */
  show?: () => void;
}

/**
 * Pages in the back/forward cache are frozen. They must hold nothing that another tab waits for. The browser refuses
 * their requests (for a lock, say), so make none until `show`.
 */
export function onPageCache({ hide, show }: PageCacheHandlers): Stop {
  const listening = new AbortController();
  const { signal } = listening;
  if (hide) window.addEventListener('pagehide', hide, { signal });
  if (show) window.addEventListener('pageshow', ({ persisted }) => persisted && show(), { signal });
  return () => listening.abort();
}

/** Resolves with `work`, or earlier when the page is hidden for good or enters the back/forward cache. */
export async function whileShown(work: Promise<void>): Promise<void> {
  const { promise: hidden, resolve } = Promise.withResolvers<void>();
  const stop = onPageCache({ hide: resolve });
  await Promise.race([work, hidden]).finally(stop);
}
