import { onlineManager } from '@tanstack/react-query';
import { createStore } from 'zustand/vanilla';
import { client } from './client.ts';
import { after, type Stop } from './clock.ts';

/** A connection that was lost for a moment is no news. */
const GRACE_MS = 3_000;

/** Whether the server is there: not so without a network, nor when it has not been heard of for a while. */
export const reachableStore = createStore<boolean>(() => true);

/** While somebody is signed in, the live connection says it; everybody else learns it by asking. */
export function followReachable(): void {
  let stopWaiting: Stop | null = null;
  const settle = (isReachable: boolean): void => {
    stopWaiting?.();
    stopWaiting = null;
    reachableStore.setState(isReachable, true);
    onlineManager.setOnline(isReachable);
  };
  const look = (): void => {
    const status = client.live.status.get();
    if (!navigator.onLine) settle(false);
    else if (status === 'online' || status === 'off') settle(true);
    else stopWaiting ??= after(GRACE_MS, () => settle(false));
  };
  window.addEventListener('online', look);
  window.addEventListener('offline', look);
  client.live.status.subscribe(look);
  look();
}
