/* Tones for arrivals, synthesised note by note. */

export type Tone = 'message' | 'match';

interface Note {
  /** Seconds from the beginning. */
  readonly at: number;
  readonly hz: number;
}

interface Melody {
  readonly notes: readonly Note[];
  /** Seconds until a note has faded. */
  readonly fade: number;
  /** 0 to 1. */
  readonly loudness: number;
  /** Milliseconds of vibration and rest in turn. */
  readonly vibration: readonly number[];
}

export const TONES: Record<Tone, Melody> = {
  /** A step up, no louder than a knock on wood. */
  message: {
    notes: [
      { at: 0, hz: 783.99 },
      { at: 0.09, hz: 1046.5 },
    ],
    fade: 0.35,
    loudness: 0.14,
    vibration: [60],
  },
  /** A rising chord for a match. */
  match: {
    notes: [
      { at: 0, hz: 523.25 },
      { at: 0.12, hz: 659.26 },
      { at: 0.24, hz: 783.99 },
      { at: 0.36, hz: 1046.5 },
    ],
    fade: 0.7,
    loudness: 0.18,
    vibration: [80, 60, 80],
  },
};

/** Length in seconds. */
export function lengthOf({ notes, fade }: Pick<Melody, 'notes' | 'fade'>): number {
  return Math.max(...notes.map(({ at }) => at)) + fade;
}
