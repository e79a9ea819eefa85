import { after, type Stop } from './clock.ts';

const IDLE_TIMEOUT_MS = 1_200;
const WITHOUT_IDLE_MS = 600;

/** Runs once the page is idle, at the latest after a while. */
export function whenIdle(run: () => void): Stop {
  if (!('requestIdleCallback' in window)) return after(WITHOUT_IDLE_MS, run);
  const asked = requestIdleCallback(run, { timeout: IDLE_TIMEOUT_MS });
  return () => cancelIdleCallback(asked);
}
