import { randomFrom } from './random.ts';

export type Point = readonly [x: number, y: number];
export interface Box {
  readonly width: number;
  readonly height: number;
}
export interface Circle {
  readonly cx: number;
  readonly cy: number;
  readonly r: number;
}
export type Phases = readonly [number, number, number];

/** Widths from here on leave room for text left of the sun. */
export const WIDE_FROM = 768;
const LARGEST_SUN = 216;
const SUN_SHARE = 0.3;
/** The fastest wave goes round four times, so each of its periods gets five points. */
const HALO_POINTS = 20;
const VALLEY = 0.18;

export function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value));
}

/** One decimal is a tenth of a CSS pixel: invisible, and a third of the text to parse. */
export function round(value: number): number {
  return Math.round(value * 10) / 10;
}

/** The sun's radius in a sky of this size, before a pose scales it. */
export function sunRadius(box: Box, largest: number = LARGEST_SUN): number {
  return Math.min(SUN_SHARE * box.width, SUN_SHARE * box.height, largest);
}

/** The sun's circle: `rise` 0 is hidden, .5 half, 1 clear of the horizon line. */
export function sunAt(place: { x: number; horizon: number; r: number; rise: number }): Circle {
  return { cx: place.x, cy: place.horizon + place.r - 2 * place.r * place.rise, r: place.r };
}

/** Loudness of a block of samples as 0..1: −52 dB and below is silence, −12 dB and above is full. */
export function levelOf(samples: Float32Array): number {
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  const rms = Math.sqrt(sum / Math.max(1, samples.length));
  return rms === 0 ? 0 : clamp((20 * Math.log10(rms) + 52) / 40, 0, 1);
}

/** The level shown with reduced motion: silent, speaking, loud. */
export function stillStep(level: number): number {
  return Math.round(level * 2) / 2;
}

function bezier([before, from, to, after]: readonly [Point, Point, Point, Point]): string {
  const c1 = `${round(from[0] + (to[0] - before[0]) / 6)} ${round(from[1] + (to[1] - before[1]) / 6)}`;
  const c2 = `${round(to[0] - (after[0] - from[0]) / 6)} ${round(to[1] - (after[1] - from[1]) / 6)}`;
  return `C${c1} ${c2} ${round(to[0])} ${round(to[1])}`;
}

/** A smooth line through every point. */
export function curvePath(points: readonly Point[]): string {
  const first = points[0];
  if (first === undefined) return '';
  let path = `M${round(first[0])} ${round(first[1])}`;
  for (let i = 0; i < points.length - 1; i++) {
    const from = points[i] ?? first;
    const to = points[i + 1] ?? from;
    path += bezier([points[i - 1] ?? from, from, to, points[i + 2] ?? to]);
  }
  return path;
}

/** A circle that breathes: three slow waves run around its edge; `wobble` is their share of the radius. */
export function haloPath(circle: Circle, wobble: number, phases: Phases): string {
  const points: Point[] = [];
  for (let i = -1; i < HALO_POINTS + 2; i++) {
    const angle = (i / HALO_POINTS) * 2 * Math.PI;
    const waves =
      0.5 * Math.sin(2 * angle + phases[0]) +
      0.36 * Math.sin(3 * angle + phases[1]) +
      0.2 * Math.sin(4 * angle + phases[2]);
    const r = circle.r * (1 + wobble * waves);
    points.push([circle.cx + r * Math.cos(angle), circle.cy + r * Math.sin(angle)]);
  }
  const start = points[1] ?? [0, 0];
  let path = `M${round(start[0])} ${round(start[1])}`;
  for (let i = 1; i <= HALO_POINTS; i++) {
    const from = points[i] ?? start;
    path += bezier([points[i - 1] ?? from, from, points[i + 1] ?? from, points[i + 2] ?? from]);
  }
  return `${path}Z`;
}

export interface Ridge {
  readonly width: number;
  /** The y of the line under the hills; `bottom` is that of the ground's lower edge. */
  readonly base: number;
  readonly bottom: number;
  readonly step: number;
  /** Hill heights in CSS px, one per step, starting one step left of the box. */
  readonly heights: ArrayLike<number>;
}

/** A waveform that reads as a line of hills: peak and valley alternate, so every sample is a rounded hill. */
export function ridgePath(ridge: Ridge): string {
  const points: Point[] = [];
  for (let i = 0; i < ridge.heights.length; i++) {
    const height = (ridge.heights[i] ?? 0) * (i % 2 === 0 ? VALLEY : 1);
    points.push([(i - 1) * ridge.step, ridge.base - height]);
  }
  return `${curvePath(points)}L${round(ridge.width + 40)} ${round(ridge.bottom)}L-20 ${round(ridge.bottom)}Z`;
}

/** The number of samples for a ridge of this width. */
export function ridgeLength(width: number, step: number): number {
  return Math.ceil(width / step) + 4;
}

/** A weight of 1 at the focus that falls off to both sides. `at`, `focus` and `spread` are shares of the width. */
export function nearness(at: number, focus: number, spread: number): number {
  const distance = (at - focus) / spread;
  return Math.exp(-distance * distance);
}

/** An invented sentence as loudness 0..1 with syllables and words, for still pictures. Its loudest sample is 1. */
export function speechLike(length: number, seed: string): number[] {
  const random = randomFrom(seed);
  const offset = random() * 6;
  let phase = 0;
  const levels = Array.from({ length }, () => {
    phase += 0.16 + 0.1 * random();
    const syllable = Math.abs(Math.sin(phase * 1.7 + 1.6 * Math.sin(phase * 0.41)));
    const word = 0.3 + 0.7 * Math.max(0, Math.sin(phase * 0.62 + offset));
    return (syllable * 0.6 + 0.4 * random()) * word;
  });
  const loudest = Math.max(...levels, Number.EPSILON);
  return levels.map((level) => level / loudest);
}

/** All stars as one path of tiny discs in the upper sky. */
export function starsPath(sky: Box, count: number, seed: string): string {
  const random = randomFrom(seed);
  let path = '';
  for (let i = 0; i < count; i++) {
    const r = round(0.6 + random() * 1.1);
    path += `M${round(random() * sky.width)} ${round(random() * sky.height)}m${-r} 0a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`;
  }
  return path;
}
