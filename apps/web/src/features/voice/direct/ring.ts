/* The ringtones, made here note by note, and their loudness, which is shown as well. */

export type Ring = 'incoming' | 'outgoing';

interface Note {
  /** Milliseconds from the start of the round. */
  readonly at: number;
  readonly ms: number;
  readonly hz: number;
}

interface Melody {
  /** Milliseconds until it repeats. */
  readonly round: number;
  readonly notes: readonly Note[];
  /** Loudness of each overtone, the fundamental first. */
  readonly overtones: readonly number[];
  /** struck: fades from its start, like a bar of wood. held: stays until its end. */
  readonly touch: 'struck' | 'held';
  /** 0 to 1. */
  readonly loudness: number;
  /** Milliseconds of vibration and rest in turn; empty: none. */
  readonly vibration: readonly number[];
}

export const RINGS: Record<Ring, Melody> = {
  /** A fifth and its octave, twice: bright enough for a pocket, soft enough for a table. */
  incoming: {
    round: 3_000,
    notes: [
      { at: 0, ms: 900, hz: 523.25 },
      { at: 170, ms: 900, hz: 783.99 },
      { at: 340, ms: 1_100, hz: 1046.5 },
      { at: 1_000, ms: 900, hz: 523.25 },
      { at: 1_170, ms: 900, hz: 783.99 },
      { at: 1_340, ms: 1_400, hz: 1046.5 },
    ],
    overtones: [1, 0.35, 0.12],
    touch: 'struck',
    loudness: 0.5,
    vibration: [400, 200, 400],
  },
  /** The ringback tone of a telephone. */
  outgoing: {
    round: 4_000,
    notes: [{ at: 0, ms: 1_000, hz: 425 }],
    overtones: [1],
    touch: 'held',
    loudness: 0.15,
    vibration: [],
  },
};

const EDGE_MS = 12;

/** Loudness, 0 to 1, `ms` after the start. */
export function loudnessAt(ring: Ring, ms: number): number {
  const melody = RINGS[ring];
  const inRound = ms % melody.round;
  return Math.max(0, ...melody.notes.map((note) => envelope(note, melody.touch, inRound - note.at)));
}

function envelope({ ms }: Note, touch: Melody['touch'], since: number): number {
  if (since < 0 || since >= ms) return 0;
  const edges = Math.min(1, since / EDGE_MS, (ms - since) / EDGE_MS);
  return touch === 'held' ? edges : edges * Math.exp((-4.5 * since) / ms);
}

/** One round, to be looped. */
export function samplesOf(ring: Ring, rate: number): Float32Array<ArrayBuffer> {
  const melody = RINGS[ring];
  const samples = new Float32Array(Math.round((melody.round / 1_000) * rate));
  for (const note of melody.notes) addNote(samples, { note, melody, rate });
  const peak = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
  return samples.map((sample) => (sample / peak) * melody.loudness);
}

interface Playing {
  readonly note: Note;
  readonly melody: Melody;
  readonly rate: number;
}

function addNote(samples: Float32Array, { note, melody, rate }: Playing): void {
  const from = Math.round((note.at / 1_000) * rate);
  const length = Math.min(Math.round((note.ms / 1_000) * rate), samples.length - from);
  for (let i = 0; i < length; i++) {
    const seconds = i / rate;
    const tone = melody.overtones.reduce(
      (sum, share, k) => sum + share * Math.sin(2 * Math.PI * note.hz * (k + 1) * seconds),
      0,
    );
    samples[from + i] = (samples[from + i] ?? 0) + tone * envelope(note, melody.touch, seconds * 1_000);
  }
}
