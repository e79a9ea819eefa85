import { after, type Stop } from './clock.ts';

const IDLE_TIMEOUT_MS = 1_200;
const WITHOUT_IDLE_MS = 600;

/** Once the page has nothing else to do, or has had enough time for it. */
export function whenIdle(run: () => void): Stop {
  if (!('requestIdleCallback' in window)) return after(WITHOUT_IDLE_MS, run);
  const asked = requestIdleCallback(run, { timeout: IDLE_TIMEOUT_MS });
  return () => cancelIdleCallback(asked);
}
