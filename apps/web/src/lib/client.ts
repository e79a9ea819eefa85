import { createClient } from '@yonder/client';
import type { Stop } from './clock.ts';
import { getToken } from './session-token.ts';
import { tabId } from './tab-id.ts';

const catchUps = new Set<() => Promise<void>>();

/** The one client of this page: typed calls and the live socket. */
export const client = createClient({
  tabId: tabId(),
  getToken,
  catchUp: async () => {
    await Promise.all([...catchUps].map((catchUp) => catchUp()));
  },
});

/** Runs whenever something may have been missed: after a reconnect, on becoming visible, and every 30 s. */
export function onCatchUp(catchUp: () => Promise<void>): Stop {
  catchUps.add(catchUp);
  return () => catchUps.delete(catchUp);
}
