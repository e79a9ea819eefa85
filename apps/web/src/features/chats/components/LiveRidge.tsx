import { useSyncExternalStore } from 'react';
import { ridgePath, stillStep } from '../../../ui/scene/index.ts';
import { LEVEL_MS } from '../media/recorder.ts';
import styles from './live-ridge.module.css';

const HEIGHT = 34;
const SAMPLES = 48;
const STEP = 4;
const WIDTH = (SAMPLES - 1) * 2 * STEP;
const LOWEST = 0.06;
/** With reduced motion: at most two changes a second. */
const STILL_LEVELS = Math.ceil(500 / LEVEL_MS);

/** The user's voice during recording, as hills that enter at the end. Decorative: the timer says the rest. */
export function LiveRidge({ levels }: { levels: readonly number[] }) {
  const isStill = useSyncExternalStore(onMotion, prefersStill);
  const shown = isStill ? stillLevels(levels) : lastLevels(levels);
  return (
    <svg
      className={styles.ridge}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      focusable="false"
      data-turns=""
    >
      <path d={pathOf(shown)} />
    </svg>
  );
}

/** The newest levels at the end, after flat ground. */
function lastLevels(levels: readonly number[]): number[] {
  const last = levels.slice(-SAMPLES);
  return [...Array.from({ length: SAMPLES - last.length }, () => 0), ...last];
}

/** Nothing travels: all hills show the loudest level of the last half second, in three steps. */
function stillLevels(levels: readonly number[]): number[] {
  const end = levels.length - (levels.length % STILL_LEVELS);
  const loudest = Math.max(0, ...levels.slice(Math.max(0, end - STILL_LEVELS), end));
  return Array.from({ length: SAMPLES }, () => stillStep(loudest));
}

function pathOf(levels: readonly number[]): string {
  const heights = levels.flatMap((level) => {
    const height = Math.max(LOWEST, level) * HEIGHT;
    return [height, height];
  });
  return ridgePath({ width: WIDTH, base: HEIGHT, bottom: HEIGHT, step: STEP, heights: [...heights, 0] });
}

const STILL = '(prefers-reduced-motion: reduce)';
function prefersStill(): boolean {
  return matchMedia(STILL).matches;
}
function onMotion(changed: () => void): () => void {
  const query = matchMedia(STILL);
  query.addEventListener('change', changed);
  return () => query.removeEventListener('change', changed);
}
