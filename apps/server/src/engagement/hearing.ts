import type { Clock } from '../platform/clock.ts';

/** Whether those who are here can be written down. Times in ms since the epoch. */
interface Hearing {
  /** Since when they can; now, while they cannot. */
  since(): number;
  /** Writes them down. */
  during(write: () => Promise<void>): Promise<void>;
}

/** What took so long to be written says nothing of who is here by now. */
const LATE_MS = 6_000;

/** Nobody is heard while the database is away: what is not in its rows then is nobody's silence. */
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
