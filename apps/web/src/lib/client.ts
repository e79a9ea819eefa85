import { CallError, createClient, type Client } from '@yonder/client';
import type { Stop } from './clock.ts';
import { getToken } from './session-token.ts';
import { tabId } from './tab-id.ts';

const catchUps = new Set<() => Promise<void>>();
const refusals = new Set<(error: CallError) => void>();

const plain = createClient({
  tabId: tabId(),
  getToken,
  catchUp: async () => {
    await Promise.all([...catchUps].map((catchUp) => catchUp()));
  },
});

/** The page's only API client: typed calls and the live socket. */
export const client: Client = {
  ...plain,
  call: async (name, ...rest) => {
    try {
      return await plain.call(name, ...rest);
    } catch (error) {
      if (error instanceof CallError) for (const tell of refusals) tell(error);
      throw error;
    }
  },
};

/** Runs `catchUp` whenever events may have been missed: after a reconnect, on becoming visible, and every 30 s. */
export function onCatchUp(catchUp: () => Promise<void>): Stop {
  catchUps.add(catchUp);
  return () => catchUps.delete(catchUp);
}

/** Reports every refused call, in addition to rejecting it. */
export function onRefusal(tell: (error: CallError) => void): Stop {
  refusals.add(tell);
  return () => refusals.delete(tell);
}

/** Runs after a reconnect, for data that no catch-up covers. */
export function onReturn(run: () => void): Stop {
  const { status } = client.live;
  let was: 'new' | 'there' | 'lost' = 'new';
  return status.subscribe(() => {
    const isOnline = status.get() === 'online';
    if (isOnline && was === 'lost') run();
    if (isOnline) was = 'there';
    else if (was === 'there') was = 'lost';
  });
}
