/** A timer announced every second is noise: these are enough to choose in time. */
const READ_OUT = [15, 10, 5, 0];

export interface ReadOut {
  /** The last of these seconds that has come. */
  readonly since: number;
  readonly seconds: number;
}

/** What to announce of a countdown: the rest when it is first seen, then at each of these seconds. */
export function readOut(last: ReadOut | null, remaining: number): ReadOut {
  const since = READ_OUT.findLast((seconds) => seconds >= remaining) ?? Infinity;
  return last?.since === since ? last : { since, seconds: remaining };
}
