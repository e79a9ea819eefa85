import {
  type Box,
  haloPath,
  nearness,
  type Phases,
  ridgeLength,
  ridgePath,
  starsPath,
  speechLike,
  sunAt,
  sunRadius,
  WIDE_FROM,
  type Circle,
} from './geometry.ts';
import { randomFrom } from './random.ts';

/** Two values: below 768 px, and from there on. */
type ByWidth = readonly [narrow: number, wide: number];

interface SceneLook {
  readonly x: ByWidth;
  /** Share of the height at which the ground begins; 1 is the bottom edge. */
  readonly ground: ByWidth;
  readonly radius: ByWidth;
  readonly rise: ByWidth;
  readonly rings: readonly [number, number, number];
  readonly wobble: number;
  /** Loudness of the two invented voices as hills. 0 omits the far ridge. */
  readonly far: number;
  readonly near: number;
  readonly stars: ByWidth;
}

const OPEN_RINGS = [1.5, 2.25, 3.2] as const;

export const SCENES = {
  /** Above the product's name while something loads. */
  loading: {
    x: [0.5, 0.5],
    ground: [0.58, 0.585],
    radius: [104, 150],
    rise: [0.36, 0.36],
    rings: [1.36, 1.76, 2.2],
    wobble: 0.05,
    far: 0.55,
    near: 0.2,
    stars: [0, 0],
  },
  /** A storm ridge. */
  error: {
    x: [0.62, 0.7],
    ground: [0.68, 0.69],
    radius: [110, 190],
    rise: [0.22, 0.22],
    rings: OPEN_RINGS,
    wobble: 0.13,
    far: 2.3,
    near: 1.1,
    stars: [0, 0],
  },
  /** The sun is gone. */
  'not-found': {
    x: [0.5, 0.66],
    ground: [0.68, 0.7],
    radius: [120, 210],
    rise: [-0.03, -0.03],
    rings: [1.42, 2, 2.7],
    wobble: 0.05,
    far: 0,
    near: 0.14,
    stars: [24, 55],
  },
  placeholder: {
    x: [0.6, 0.7],
    ground: [0.68, 0.69],
    radius: [110, 180],
    rise: [0.44, 0.44],
    rings: OPEN_RINGS,
    wobble: 0.07,
    far: 0.8,
    near: 0.3,
    stars: [0, 0],
  },
  login: {
    x: [0.5, 0.72],
    ground: [0.62, 0.73],
    radius: [118, 190],
    rise: [0.32, 0.32],
    rings: OPEN_RINGS,
    wobble: 0.06,
    far: 0.6,
    near: 0.25,
    stars: [8, 25],
  },
  landing: {
    x: [0.6, 0.735],
    ground: [0.795, 0.82],
    radius: [96, 176],
    rise: [0.76, 0.78],
    rings: OPEN_RINGS,
    wobble: 0.07,
    far: 0.85,
    near: 0.25,
    stars: [12, 28],
  },
  /** The sun carries "Start a call". */
  home: {
    x: [0.5, 0.71],
    ground: [1, 1],
    radius: [104, 172],
    rise: [0.62, 0.66],
    rings: [1.38, 1.95, 2.75],
    wobble: 0.06,
    far: 0.7,
    near: 0.3,
    stars: [8, 16],
  },
  /** At the head of a page, beside its text: the bright bands stay clear of it. */
  beside: {
    x: [0.76, 0.72],
    ground: [1, 1],
    radius: [62, 150],
    rise: [0.62, 0.66],
    rings: [1.38, 1.95, 2.75],
    wobble: 0.06,
    far: 0.7,
    near: 0.3,
    stars: [8, 16],
  },
  /** In an arch, like a window. */
  window: {
    x: [0.5, 0.5],
    ground: [0.68, 0.68],
    radius: [108, 108],
    rise: [0.66, 0.66],
    rings: [1.42, 1.95, 2.5],
    wobble: 0.06,
    far: 0.7,
    near: 0.2,
    stars: [0, 0],
  },
  /** A hidden picture: the sun is just over the line. */
  sealed: {
    x: [0.5, 0.5],
    ground: [0.95, 0.95],
    radius: [64, 64],
    rise: [0.42, 0.42],
    rings: [1.7, 2.5, 3.4],
    wobble: 0.05,
    far: 0,
    near: 0.5,
    stars: [0, 0],
  },
  /** Beside the list of calls. */
  calls: {
    x: [0.5, 0.5],
    ground: [0.72, 0.72],
    radius: [110, 130],
    rise: [0.36, 0.36],
    rings: [1.53, 2.28, 3.2],
    wobble: 0.05,
    far: 0.6,
    near: 0.18,
    stars: [8, 18],
  },
} as const satisfies Record<string, SceneLook>;
export type SceneVariant = keyof typeof SCENES;

export interface ScenePicture {
  readonly sun: Circle;
  readonly stars: string;
  readonly halos: readonly [string, string, string];
  readonly far: string | null;
  readonly near: string;
}

/** Everything a still scene draws in a box of this size. */
export function sceneIn(box: Box, variant: SceneVariant): ScenePicture {
  const look: SceneLook = SCENES[variant];
  const size = box.width < WIDE_FROM ? 0 : 1;
  // Beside text the sun keeps its distance, so it is smaller on a tablet than on a desktop.
  const r = Math.min(sunRadius(box, look.radius[size]), size === 1 ? box.width / 8 : Infinity);
  const ground = box.height * look.ground[size];
  const horizon = ground - r * (look.far === 0 ? 0.06 : 0.16);
  const sun = sunAt({ x: box.width * look.x[size], horizon, r, rise: look.rise[size] });
  const random = randomFrom(variant);
  const phases = (): Phases => [random() * 6, random() * 6, random() * 6];
  const halo = (ring: number) => haloPath({ ...sun, r: r * ring }, look.wobble, phases());
  const [inner, middle, outer] = look.rings;
  return {
    sun,
    stars: starsPath({ width: box.width, height: horizon * 0.62 }, look.stars[size], variant),
    halos: [halo(outer), halo(middle), halo(inner)],
    far:
      look.far === 0
        ? null
        : hills({
            box,
            base: horizon + 2,
            r,
            seed: `${variant}-far`,
            height: r * 0.5 * look.far,
            step: Math.max(9, r * 0.13),
            focus: sun.cx / box.width,
            spread: Math.min(0.5, (r * 3.4) / box.width),
          }),
    near: hills({
      box,
      base: ground,
      r,
      seed: `${variant}-near`,
      height: r * 0.34 * look.near,
      step: Math.max(11, r * 0.17),
      focus: 0.5,
      spread: 1.4,
    }),
  };
}

function hills(ridge: {
  box: Box;
  base: number;
  r: number;
  seed: string;
  height: number;
  step: number;
  focus: number;
  spread: number;
}): string {
  const { box, base, step } = ridge;
  const rest = randomFrom(ridge.seed);
  const heights = speechLike(ridgeLength(box.width, step), ridge.seed).map(
    (level, i) =>
      1.4 * ridge.height * level ** 1.6 * nearness(((i - 1) * step) / box.width, ridge.focus, ridge.spread) +
      ridge.r * 0.05 * rest(),
  );
  return ridgePath({ width: box.width, base, bottom: box.height + 4, step, heights });
}
