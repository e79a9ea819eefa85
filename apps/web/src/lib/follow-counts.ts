import type { Client } from '@yonder/client';
import type { Stop } from './clock.ts';

export interface FollowCountsOptions {
  live: Pick<Client['live'], 'on' | 'status'>;
  /** Of this page, to the server. */
  watch(is: 'shown' | 'not-shown'): void;
  /** It may be another by now. */
  changed(): void;
  /** It is looked at after a while. */
  lookedAt(): void;
  page: Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>;
}

/** What is counted is followed while somebody looks at it, after every reconnect too: a tab in the back asks for nothing, and others are told the sooner. */
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
