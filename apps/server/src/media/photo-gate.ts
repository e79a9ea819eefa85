import type { Clock } from '../platform/clock.ts';
import { createBatchLane } from '../platform/batch-lane.ts';

/** Whether a photo may be served, mostly from memory: the answer is at most half a second old. */
export type PhotoGate = (path: string) => Promise<boolean>;

interface PhotoGateOptions {
  clock: Pick<Clock, 'now'>;
  /** Returns those of the paths that may be served then. */
  findShown(paths: readonly string[], now: Date): Promise<ReadonlySet<string>>;
}

interface Verdict {
  isShown: Promise<boolean>;
  until: number;
}

/** No cache shows a photo without asking (PHOTO_CACHING), so every node hides or shows it within this time. */
const VERDICT_MS = 500;
const PATHS_AT_ONCE = 200;
const VERDICTS_KEPT = 20_000;

/**
 * Caches each answer for half a second and batches the paths that are not cached into one query. The rows are the only
 * truth: no second list of hidden photos has to be kept in step.
 */
export function createPhotoGate({ clock, findShown }: PhotoGateOptions): PhotoGate {
  const verdicts = new Map<string, Verdict>();
  const lane = createBatchLane<string, boolean>({
    atMost: PATHS_AT_ONCE,
    async run(paths) {
      const shown = await findShown(paths, new Date(clock.now()));
      return paths.map((path) => shown.has(path));
    },
  });

  return (path) => {
    const now = clock.now();
    const known = verdicts.get(path);
    if (known && now < known.until) return known.isShown;
    if (verdicts.size >= VERDICTS_KEPT) verdicts.clear();
    const isShown = lane.add(path);
    verdicts.set(path, { isShown, until: now + VERDICT_MS });
    isShown.catch(() => verdicts.delete(path));
    return isShown;
  };
}
