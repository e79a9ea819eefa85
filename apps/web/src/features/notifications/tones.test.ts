import { expect, test } from 'vitest';
import { lengthOf, TONES } from './tones.ts';

test.each(['message', 'match'] as const)(
  'the sound of a %s is short and soft, and felt no longer than it is heard',
  (tone) => {
    const melody = TONES[tone];
    expect(lengthOf(melody)).toBeLessThanOrEqual(1.2);
    expect(melody.loudness).toBeLessThanOrEqual(0.2);
    const felt = melody.vibration.reduce((sum, ms) => sum + ms, 0);
    expect(felt / 1_000).toBeLessThanOrEqual(lengthOf(melody));
  },
);
