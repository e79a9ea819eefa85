import type { Stop } from './clock.ts';

/** Whether the browser says so. In Node: false. */
export function isOffline(): boolean {
  return typeof document !== 'undefined' && !navigator.onLine;
}

/** Runs whenever the page becomes visible or the network comes back. In Node: never. */
export function onWake(run: () => void): Stop {
  if (typeof document === 'undefined') return () => {};
  const listening = new AbortController();
  const { signal } = listening;
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && run(), { signal });
  window.addEventListener('online', run, { signal });
  window.addEventListener('pageshow', ({ persisted }) => persisted && run(), { signal });
  return () => listening.abort();
}

/**
 * Runs when the page enters the back/forward cache, after every other listener, so that what they send still goes out.
 * In Node: never.
 */
export function onPageCached(run: () => void): Stop {
  if (typeof document === 'undefined') return () => {};
  const listening = new AbortController();
  const { signal } = listening;
  const runLast = ({ persisted }: PageTransitionEvent): void => {
    // Capture listeners run first; one that is added now runs last.
    if (persisted) window.addEventListener('pagehide', run, { signal, once: true });
  };
  window.addEventListener('pagehide', runLast, { signal, capture: true });
  return () => listening.abort();
}
