/** Pairs that a hard rule forbids, remembered for a while so that the matcher does not propose them again. */
export interface Refusals {
  add(one: string, other: string, now: number): void;
  has(one: string, other: string, now: number): boolean;
}

const REMEMBER_MS = 10_000;
const MOST = 200_000;

export function createRefusals(): Refusals {
  /** Oldest first. */
  const until = new Map<string, number>();

  function forget(now: number): void {
    for (const [pair, end] of until) {
      if (end > now && until.size <= MOST) return;
      until.delete(pair);
    }
  }

  return {
    add(one, other, now) {
      const pair = keyOf(one, other);
      until.delete(pair);
      until.set(pair, now + REMEMBER_MS);
      forget(now);
    },
    has: (one, other, now) => until.size > 0 && (until.get(keyOf(one, other)) ?? 0) > now,
  };
}

function keyOf(one: string, other: string): string {
  return one < other ? `${one} ${other}` : `${other} ${one}`;
}
