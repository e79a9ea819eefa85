import { onlineManager } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { client } from './client.ts';
import { after, type Stop } from './clock.ts';

/** A shorter loss of the connection is not shown. */
const GRACE_MS = 3_000;

const subscribe = (changed: () => void): Stop => onlineManager.subscribe(changed);
const isReachable = (): boolean => onlineManager.isOnline();

/** Whether the server can be reached: false without a network, or without a sign of life for a while. */
export function useReachable(): boolean {
  return useSyncExternalStore(subscribe, isReachable);
}

/** The live connection decides while a user is signed in; visitors learn it from their requests. */
export function followReachable(): void {
  onlineManager.setEventListener((tell) => {
    let stopWaiting: Stop | null = null;
    const settle = (reached: boolean): void => {
      stopWaiting?.();
      stopWaiting = null;
      tell(reached);
    };
    const look = (): void => {
      const status = client.live.status.get();
      if (!navigator.onLine) settle(false);
      else if (status === 'online' || status === 'off' || client.live.blocked.get()) settle(true);
      else stopWaiting ??= after(GRACE_MS, () => settle(false));
    };
    const over = new AbortController();
    for (const change of ['online', 'offline']) window.addEventListener(change, look, over);
    const stops = [client.live.status.subscribe(look), client.live.blocked.subscribe(look)];
    look();
    return () => {
      over.abort();
      for (const stop of stops) stop();
      stopWaiting?.();
    };
  });
}
