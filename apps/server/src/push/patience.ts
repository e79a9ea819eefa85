import { randomInt } from 'node:crypto';

interface Failure {
  /** Failures before this one. */
  attempts: number;
  /** The Retry-After header, if there was one. */
  retryAfter: string | undefined;
  now: number;
}

const FIRST_PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 900_000;

/** Milliseconds until the next attempt: as long as the service asks for, else twice as long each time, with jitter. */
export function pauseAfter({ attempts, retryAfter, now }: Failure): number {
  const pause = Math.min(FIRST_PAUSE_MS * 2 ** attempts, LONGEST_PAUSE_MS);
  return Math.max(askedFor(retryAfter, now), randomInt(pause / 2, pause + 1));
}

/** Parses seconds, or a date. */
function askedFor(retryAfter: string | undefined, now: number): number {
  if (retryAfter === undefined) return 0;
  const asked = /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1_000 : Date.parse(retryAfter) - now;
  return Number.isFinite(asked) ? Math.max(0, asked) : 0;
}
