/** Limits how fast one user's frames are read, on all their sockets together. */
export interface Pace {
  /** Counts a frame. Returns the milliseconds to wait before the next one is read, 0 as a rule. */
  count(bytes: number, now: number): number;
  isIdle(now: number): boolean;
}

/** A page that reconnects sends some thirty frames at once, and a few a second from then on. */
const AT_ONCE = 400;
const MS_A_FRAME = 5;
/** A frame counts once for each started unit of this size. */
const BYTES = 1_024;

/** The bucket is empty when `spentUntil` is AT_ONCE frames ahead of now. */
export function createPace(): Pace {
  let spentUntil = 0;
  return {
    count(bytes, now) {
      spentUntil = Math.max(spentUntil, now) + Math.ceil(bytes / BYTES) * MS_A_FRAME;
      return Math.max(0, spentUntil - now - AT_ONCE * MS_A_FRAME);
    },
    isIdle: (now) => spentUntil <= now,
  };
}

/** Above this number, the entries of users with a full bucket are dropped. */
const PEOPLE_CACHED = 10_000;

/** Returns the pace of a user, shared by all their sockets; a new socket does not reset it. */
export function createPaces(): (userId: string, now: number) => Pace {
  const paces = new Map<string, Pace>();
  return (userId, now) => {
    const known = paces.get(userId);
    if (known) return known;
    if (paces.size >= PEOPLE_CACHED) {
      for (const [other, pace] of paces) if (pace.isIdle(now)) paces.delete(other);
    }
    const made = createPace();
    paces.set(userId, made);
    return made;
  };
}
