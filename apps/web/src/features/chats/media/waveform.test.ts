import { expect, test } from 'vitest';
import { peaks, waveformOf, waveformOfLevels } from './waveform.ts';

const tone = (length: number, amplitude: number) =>
  Float32Array.from({ length }, (_, index) => (index % 2 === 0 ? amplitude : -amplitude));

test('a recording of any length has 64 bars, the loudest is 100', () => {
  for (const length of [0, 1, 63, 64, 65, 48_000, 1_920_001]) {
    const bars = waveformOf(tone(length, 0.1));
    expect(bars).toHaveLength(64);
    expect(bars.every((bar) => Number.isInteger(bar) && bar >= 0 && bar <= 100)).toBe(true);
  }
  expect(Math.max(...waveformOf(tone(48_000, 0.02)))).toBe(100);
});

test('the second half of a recording, which alone is loud, is the second half of its bars', () => {
  const samples = new Float32Array(6_400);
  samples.set(tone(3_200, 0.2), 3_200);
  const bars = waveformOf(samples);
  expect(bars.slice(0, 32)).toEqual(Array.from({ length: 32 }, () => 0));
  expect(bars.slice(32)).toEqual(Array.from({ length: 32 }, () => 100));
});

test('silence stays flat, and so does what is hardly louder', () => {
  expect(Math.max(...waveformOf(new Float32Array(48_000)))).toBe(0);
  // -51 dB
  expect(Math.max(...waveformOf(tone(48_000, 10 ** (-51 / 20))))).toBeLessThanOrEqual(50);
});

test('fewer bars keep the peaks, more bars repeat them', () => {
  expect(peaks([0, 9, 1, 2, 8, 0], 3)).toEqual([9, 2, 8]);
  expect(peaks([3, 7], 4)).toEqual([3, 3, 7, 7]);
  expect(peaks([], 2)).toEqual([0, 0]);
  expect(waveformOfLevels([0.5, 0.25], 2)).toEqual([100, 50]);
});
