import { FIXED } from '@yonder/contract';
import { levelOf } from '../../../ui/scene/index.ts';

/** Below this even the loudest moment is silence, and not amplified. */
const SILENCE = 0.05;

/** The loudness over a voice message, as it is drawn: 0 to 100, 100 its loudest. */
export function waveformOf(samples: Float32Array, bars: number = FIXED.waveformBars): number[] {
  const levels = Array.from({ length: bars }, (_, bar) => {
    const [from, to] = [bar, bar + 1].map((edge) => Math.floor((edge * samples.length) / bars));
    return levelOf(samples.subarray(from, to));
  });
  return scaled(levels);
}

/** The waveform from levels measured while recording, where the file cannot be decoded. */
export function waveformOfLevels(levels: readonly number[], bars: number = FIXED.waveformBars): number[] {
  return scaled(peaks(levels, bars));
}

/** Reduces bars to `count`: the loudest of each stretch. */
export function peaks(bars: readonly number[], count: number): number[] {
  return Array.from({ length: count }, (_, index) => {
    const from = Math.floor((index * bars.length) / count);
    const to = Math.max(from + 1, Math.floor(((index + 1) * bars.length) / count));
    return Math.max(0, ...bars.slice(from, to));
  });
}

function scaled(levels: readonly number[]): number[] {
  const loudest = Math.max(SILENCE, ...levels);
  return levels.map((level) => Math.round((level / loudest) * 100));
}
