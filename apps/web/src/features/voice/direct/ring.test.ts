import { describe, expect, test } from 'vitest';
import { loudnessAt, RINGS, samplesOf, type Ring } from './ring.ts';

const RATE = 8_000;

describe.each(['incoming', 'outgoing'] satisfies Ring[])('the %s ring', (ring) => {
  const samples = samplesOf(ring, RATE);

  test('lasts one round and is as loud as it says, never louder', () => {
    expect(samples).toHaveLength((RINGS[ring].round / 1_000) * RATE);
    const peak = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
    expect(peak).toBeCloseTo(RINGS[ring].loudness, 3);
  });

  test('begins and ends in silence, so that it can be repeated without a crack', () => {
    expect(samples.at(0)).toBe(0);
    expect(samples.at(-1)).toBeCloseTo(0, 5);
    expect(loudnessAt(ring, RINGS[ring].round - 1)).toBe(0);
  });

  test('is seen while it is heard, in every round', () => {
    for (const ms of [50, 200, 400]) {
      expect(loudnessAt(ring, ms)).toBeGreaterThan(0.05);
      expect(loudnessAt(ring, 5 * RINGS[ring].round + ms)).toBe(loudnessAt(ring, ms));
    }
  });
});
