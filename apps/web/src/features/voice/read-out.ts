/** A timer that is read out every second is noise: these are enough to choose in time. */
const READ_OUT = [15, 10, 5, 0];

export interface ReadOut {
  /** The last of them that has come. */
  readonly since: number;
  readonly seconds: number;
}

/** What is said of a countdown: how much is left as it is first seen, then each time one of them has come. */
export function readOut(last: ReadOut | null, remaining: number): ReadOut {
  const since = READ_OUT.findLast((seconds) => seconds >= remaining) ?? Infinity;
  return last?.since === since ? last : { since, seconds: remaining };
}
