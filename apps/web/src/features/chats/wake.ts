import { client } from '../../lib/client.ts';
import type { Stop } from '../../lib/clock.ts';

/** Runs when the socket is up, the network is back, or the page is visible again. */
export function onWake(wake: () => void): Stop {
  const { status } = client.live;
  const stopStatus = status.subscribe(() => status.get() === 'online' && wake());
  const wakeIfVisible = (): void => {
    if (document.visibilityState === 'visible') wake();
  };
  window.addEventListener('online', wake);
  document.addEventListener('visibilitychange', wakeIfVisible);
  return () => {
    stopStatus();
    window.removeEventListener('online', wake);
    document.removeEventListener('visibilitychange', wakeIfVisible);
  };
}
