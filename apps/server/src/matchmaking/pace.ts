/** How fast the queue moves, measured over the last minute. */
export interface Pace {
  count(people: number, now: number): void;
  /** Whole seconds until this position is served; null when there is too little to measure. */
  secondsUntil(position: number, now: number): number | null;
}

const WINDOW_MS = 60_000;
const GRAIN_MS = 1_000;
/** A rate measured over less would be a guess. */
const SHORTEST_MS = 10_000;

export function createPace(startedAt: number): Pace {
  /** Users served in each second, oldest first. */
  const served = new Map<number, number>();

  function total(now: number): number {
    for (const second of served.keys()) if (second * GRAIN_MS <= now - WINDOW_MS) served.delete(second);
    return served.values().reduce((sum, people) => sum + people, 0);
  }

  return {
    count(people, now) {
      const second = Math.floor(now / GRAIN_MS);
      served.set(second, (served.get(second) ?? 0) + people);
    },
    secondsUntil(position, now) {
      const measuredMs = Math.min(now - startedAt, WINDOW_MS);
      const people = total(now);
      if (people === 0 || measuredMs < SHORTEST_MS) return null;
      return Math.max(1, Math.ceil((position * measuredMs) / people / 1_000));
    },
  };
}
