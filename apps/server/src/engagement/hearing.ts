import type { Clock } from '../platform/clock.ts';

/** Whether this node can store heartbeats. Times in ms since the epoch. */
interface Hearing {
  /** Since when writes succeed; now, while they fail. */
  since(): number;
  /** Runs a write of heartbeats and watches its result. */
  during(write: () => Promise<void>): Promise<void>;
}

/** A slower write says nothing about the present. */
const LATE_MS = 6_000;

/** While the database is away no heartbeat is stored, so an old row does not mean a silent user. */
export function createHearing(clock: Pick<Clock, 'now'>): Hearing {
  let state: { kind: 'hearing'; since: number } | { kind: 'deaf' } = { kind: 'hearing', since: clock.now() };
  const underWay = new Set<number>();
  const isLate = (begun: number): boolean => clock.now() - begun > LATE_MS;

  return {
    since: () => (state.kind === 'deaf' || [...underWay].some(isLate) ? clock.now() : state.since),
    async during(write) {
      const begun = clock.now();
      underWay.add(begun);
      try {
        await write();
        if (isLate(begun)) state = { kind: 'deaf' };
        else if (state.kind === 'deaf') state = { kind: 'hearing', since: begun };
      } catch (error) {
        state = { kind: 'deaf' };
        throw error;
      } finally {
        underWay.delete(begun);
      }
    },
  };
}
