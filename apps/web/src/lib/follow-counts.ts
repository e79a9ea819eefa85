import type { Client } from '@yonder/client';
import type { Stop } from './clock.ts';

export interface FollowCountsOptions {
  live: Pick<Client['live'], 'on' | 'status'>;
  /** Tells the server whether this page shows the counts. */
  watch(is: 'shown' | 'not-shown'): void;
  /** The count may have changed. */
  changed(): void;
  /** The page is visible again after a while. */
  lookedAt(): void;
  page: Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>;
}

/** Follows the counts while the page is visible, also after a reconnect; hidden tabs would slow down the others. */
export function followCounts({ live, watch, changed, lookedAt, page }: FollowCountsOptions): Stop {
  const isVisible = (): boolean => page.visibilityState === 'visible';
  const follow = (): void => {
    if (live.status.get() === 'online' && isVisible()) watch('shown');
  };
  const onVisibility = (): void => {
    if (!isVisible()) return watch('not-shown');
    follow();
    lookedAt();
  };
  follow();
  page.addEventListener('visibilitychange', onVisibility);
  const stops = [live.status.subscribe(follow), live.on('counts.updated', changed)];
  return () => {
    page.removeEventListener('visibilitychange', onVisibility);
    stops.forEach((stop) => stop());
    watch('not-shown');
  };
}
