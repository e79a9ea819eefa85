/** Of the deadlines a server has looked at so far: how many were at most so late. The last bound is Infinity. */
export type Lateness = ReadonlyMap<number, number>;

const BUCKET = /^yonder_deadline_late_seconds_bucket\{le="([^"]+)"\} (\d+)$/gm;

/** From its metrics, which a server in development shows to everybody. */
export async function latenessOf(url: string): Promise<Lateness> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return new Map(
    [...text.matchAll(BUCKET)].map(([, le, count]) => [le === '+Inf' ? Infinity : Number(le), Number(count)]),
  );
}

interface Late {
  count: number;
  /** Seconds: the least bounds that half of them and all of them kept. */
  halfWithin: number;
  allWithin: number;
}

export function latenessBetween(before: Lateness, after: Lateness): Late {
  const counts = [...after].map(([bound, count]) => ({ bound, count: count - (before.get(bound) ?? 0) }));
  const count = counts.at(-1)?.count ?? 0;
  const boundOf = (share: number): number => counts.find((bucket) => bucket.count >= share * count)?.bound ?? 0;
  return { count, halfWithin: boundOf(0.5), allWithin: boundOf(1) };
}
