import { type Easing, easeRise, easeSet } from './motion.ts';

/** The state of the horizon. `rise`: 0 hides the sun, .5 shows half of it, 1 lifts it clear of the line. */
export interface Pose {
  readonly kind: 'talking' | 'deciding' | 'revealed' | 'setting';
  readonly rise: number;
}

interface Look {
  readonly scale: number;
  readonly rings: readonly [number, number, number];
  /** Shares of the radius: how far the near ridge lies below the far one, and the far one's height. */
  readonly gap: number;
  readonly far: number;
  readonly ms: number;
  readonly ease: Easing;
}

export const LOOKS: Record<Pose['kind'], Look> = {
  talking: { scale: 1, rings: [1.42, 1.95, 2.7], gap: 0.16, far: 1, ms: 700, ease: easeRise },
  deciding: { scale: 1.12, rings: [1.34, 1.77, 2.32], gap: 0.05, far: 0, ms: 700, ease: easeRise },
  revealed: { scale: 1.18, rings: [1.24, 1.54, 2.1], gap: 0.16, far: 1, ms: 1400, ease: easeRise },
  setting: { scale: 1, rings: [1.42, 1.95, 2.7], gap: 0.16, far: 1, ms: 2000, ease: easeSet },
};
