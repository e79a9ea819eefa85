import { type Circle, haloPath, ridgePath, round, speechLike, sunAt } from './geometry.ts';
import { randomFrom } from './random.ts';

type SkyBand = 2 | 3 | 4;

export interface UnknownFigure {
  readonly sky: SkyBand;
  readonly ring: SkyBand;
  /** Tilt in degrees. */
  readonly tilt: number;
  readonly sun: Circle;
  readonly halo: string;
  readonly hills: string;
  /** The y of the ground. */
  readonly ground: number;
}

const RING_ON: Record<SkyBand, SkyBand> = { 2: 3, 3: 4, 4: 3 };

/** The small horizon of a user without a photo, in a box of 100 × 100: one seed, one picture. */
export function unknownFigure(seed: string): UnknownFigure {
  const random = randomFrom(seed);
  const x = 30 + random() * 40;
  const rise = 0.42 + random() * 0.46;
  const r = 17 + random() * 9;
  const horizon = 60 + random() * 12;
  const tilt = round(-9 + random() * 18);
  const sky: SkyBand = random() < 0.45 ? 2 : random() < 0.8 ? 3 : 4;
  const sun = sunAt({ x, horizon, r, rise });
  const height = 7 + random() * 8;
  const heights = speechLike(22, seed).map((level) => height * level);
  return {
    sky,
    ring: RING_ON[sky],
    tilt,
    sun,
    halo: haloPath({ ...sun, r: r * 1.75 }, 0.07, [random() * 6, random() * 6, random() * 6]),
    hills: ridgePath({ width: 180, base: horizon, bottom: 200, step: 9, heights }),
    ground: horizon + 14,
  };
}
