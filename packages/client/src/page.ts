import type { Stop } from './clock.ts';

/** So says the browser. In Node: never. */
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
