import { clamp } from './geometry.ts';

/** Time constants in seconds: a level rises at once and fades slowly. */
const ATTACK = 0.06;
const RELEASE = 0.24;

export type Easing = (share: number) => number;
export const easeRise: Easing = (share) => 1 - (1 - share) ** 4;
export const easeSet: Easing = (share) => share ** 2.4;
export const easeLinear: Easing = (share) => share;

/** A number on its way to another. Times are milliseconds of any one clock. */
export class Glide {
  #from: number;
  #to: number;
  #start = 0;
  #duration = 0;
  #ease: Easing = easeLinear;

  constructor(value: number) {
    this.#from = value;
    this.#to = value;
  }

  /** Starts from the current value; asking for the same target again changes nothing. */
  to(value: number, how: { now: number; ms: number; ease: Easing }): void {
    if (value === this.#to) return;
    this.#from = this.at(how.now);
    this.#to = value;
    this.#start = how.now;
    this.#duration = how.ms;
    this.#ease = how.ease;
  }

  at(now: number): number {
    const share = this.#duration <= 0 ? 1 : clamp((now - this.#start) / this.#duration, 0, 1);
    return this.#from + (this.#to - this.#from) * this.#ease(share);
  }
}

/** Follows a level: fast up, slow down. `seconds` since the last call. */
export function follow(current: number, target: number, seconds: number): number {
  const constant = target > current ? ATTACK : RELEASE;
  return current + (target - current) * (1 - Math.exp(-seconds / constant));
}

/** The last levels of one voice, newest first. */
export class Trail {
  readonly levels: Float32Array;

  constructor(length: number) {
    this.levels = new Float32Array(length);
  }

  push(level: number): void {
    this.levels.copyWithin(1, 0);
    this.levels[0] = level;
  }
}
