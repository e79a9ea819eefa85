import {
  type Box,
  clamp,
  haloPath,
  nearness,
  ridgeLength,
  ridgePath,
  round,
  starsPath,
  stillStep,
  sunAt,
  sunRadius,
  WIDE_FROM,
} from './geometry.ts';
import { buildNodes, type Nodes, setNumbers } from './horizon-nodes.ts';
import { LOOKS, type Pose } from './looks.ts';
import { easeLinear, follow, Glide, Trail } from './motion.ts';
import { randomFrom } from './random.ts';

const FRAME_MS = 1000 / 30;
/** With reduced motion the picture changes at most twice a second. */
const STILL_FRAME_MS = 500;
const SAMPLE_MS = 66;
/** Height of the lit bands above the ground at their highest, in sun radii. */
const HIGHEST_REACH = 3.2;
const SMALLEST_SUN = 40;
const STARS_PER_PIXEL = 1 / 26_000;

/** held: stays as last drawn; only another pose or size is drawn. */
export type Motion = 'moving' | 'held';

export interface Levels {
  /** Loudness 0..1 of the partner (`them`) and the user (`me`). */
  readonly them: number;
  readonly me: number;
}

/** Called before every drawn frame. */
interface Reads {
  motion(): Motion;
  levels(): Levels;
}

/**
 * The living horizon: the partner is a sun behind hills made of voice. Draws in CSS px inside `svg`; the bottom edge of
 * the box is the top of the ground. Sets --sun-x, --sun-y and --sun-r on `host`, so that a countdown or a label can
 * stand on the sun.
 */
export class Horizon {
  readonly #host: HTMLElement;
  readonly #svg: SVGSVGElement;
  readonly #nodes: Nodes;
  readonly #calm: MediaQueryList;
  readonly #reads: Reads;
  #box: Box = { width: 0, height: 0 };
  #radius = 0;
  #top = 0;
  #jitter: number[] = [];
  #theirs = new Trail(0);
  #mine = new Trail(0);
  #pose: Pose = { kind: 'talking', rise: 0 };
  #rise = new Glide(0);
  #scale = new Glide(1);
  #gap = new Glide(LOOKS.talking.gap);
  #farHeight = new Glide(1);
  #rings: readonly [Glide, Glide, Glide];
  #them = 0;
  #me = 0;
  #muted = false;
  #phase = 0;
  #lastDraw = 0;
  #lastSample = 0;
  #frame = 0;
  #seen = true;

  constructor(host: HTMLElement, svg: SVGSVGElement, reads: Reads) {
    this.#host = host;
    this.#svg = svg;
    this.#reads = reads;
    this.#nodes = buildNodes(svg);
    this.#calm = matchMedia('(prefers-reduced-motion: reduce)');
    const [inner, middle, outer] = LOOKS.talking.rings;
    this.#rings = [new Glide(inner), new Glide(middle), new Glide(outer)];
  }

  /** Draws while on screen and visible; the returned function stops it and empties the svg. */
  start(): () => void {
    const resized = new ResizeObserver(() => this.#measure());
    const onScreen = new IntersectionObserver((entries) => {
      this.#seen = entries.at(-1)?.isIntersecting ?? true;
      this.#wake();
    });
    const wake = () => this.#wake();
    const lost = () => this.#nodes.face.removeAttribute('href');
    resized.observe(this.#host);
    onScreen.observe(this.#host);
    document.addEventListener('visibilitychange', wake);
    this.#nodes.face.addEventListener('error', lost);
    this.#measure();
    this.#wake();
    return () => {
      resized.disconnect();
      onScreen.disconnect();
      document.removeEventListener('visibilitychange', wake);
      this.#nodes.face.removeEventListener('error', lost);
      cancelAnimationFrame(this.#frame);
      this.#svg.replaceChildren();
    };
  }

  pose(pose: Pose): void {
    const now = performance.now();
    const look = LOOKS[pose.kind];
    const slow = pose.kind === this.#pose.kind && pose.kind === 'talking' && pose.rise - this.#pose.rise < 0.1;
    const ms = this.#calm.matches ? 0 : look.ms;
    this.#rise.to(pose.rise, { now, ms: slow ? 1000 : ms, ease: slow ? easeLinear : look.ease });
    const how = { now, ms, ease: look.ease };
    this.#scale.to(look.scale, how);
    this.#gap.to(look.gap, how);
    this.#farHeight.to(look.far, how);
    look.rings.forEach((ring, i) => this.#rings[i]?.to(ring, how));
    this.#pose = pose;
    this.#drawNow(now);
  }

  /** While muted, the near ridge, the user's own voice, is flat and dashed. */
  mute(muted: boolean): void {
    this.#muted = muted;
    this.#nodes.near.toggleAttribute('data-muted', muted);
  }

  /** Height in CSS px that text takes at the top; on narrow skies the sun shrinks to stay below it. */
  clear(top: number): void {
    if (top === this.#top) return;
    this.#top = top;
    this.#layOut();
  }

  /** The box of 100 × 100 for the figure of a user without a photo. */
  get figure(): SVGElement {
    return this.#nodes.figure;
  }

  /** Shows a face inside the sun after a mutual like: the photo, or the figure if there is none. */
  face(face: { photo: string | null } | null): void {
    const address = face?.photo ?? null;
    if (address === null) this.#nodes.face.removeAttribute('href');
    else this.#nodes.face.setAttribute('href', address);
    this.#nodes.photo.toggleAttribute('data-shown', face !== null);
  }

  #measure(): void {
    const { width, height } = this.#host.getBoundingClientRect();
    if (width === this.#box.width && height === this.#box.height) return;
    this.#box = { width, height };
    this.#layOut();
  }

  #layOut(): void {
    const { width, height } = this.#box;
    this.#radius = sunRadius(this.#box);
    if (width < WIDE_FROM) this.#radius = clamp((height - this.#top) / HIGHEST_REACH, SMALLEST_SUN, this.#radius);
    const length = ridgeLength(width, this.#step());
    const random = randomFrom('hills');
    this.#jitter = Array.from({ length }, () => 0.35 + 0.9 * random());
    this.#theirs = new Trail(length);
    this.#mine = new Trail(length);
    this.#svg.setAttribute('viewBox', `0 0 ${round(width)} ${round(height)}`);
    setNumbers(this.#nodes.sky, { width, height });
    const count = Math.round(width * height * STARS_PER_PIXEL);
    this.#nodes.stars.setAttribute('d', starsPath({ width, height: height * 0.6 }, count, 'stars'));
    this.#drawNow(performance.now());
  }

  #step(): number {
    return Math.max(9, this.#radius * 0.13);
  }

  #wake(): void {
    cancelAnimationFrame(this.#frame);
    if (this.#seen && !document.hidden) this.#frame = requestAnimationFrame(this.#tick);
  }

  #tick = (now: number): void => {
    this.#frame = requestAnimationFrame(this.#tick);
    const least = this.#calm.matches ? STILL_FRAME_MS : FRAME_MS;
    if (now - this.#lastDraw < least - 2 || this.#reads.motion() === 'held') return;
    this.#listen(now);
    this.#drawNow(now);
  };

  #listen(now: number): void {
    const seconds = Math.min(0.1, (now - this.#lastDraw) / 1000);
    const { them, me } = this.#reads.levels();
    if (this.#calm.matches) {
      this.#them = stillStep(them);
      this.#me = stillStep(me);
    } else {
      this.#them = follow(this.#them, them, seconds);
      this.#me = follow(this.#me, me, seconds);
      this.#phase += seconds;
    }
    this.#lastDraw = now;
    if (now - this.#lastSample < SAMPLE_MS) return;
    this.#lastSample = now;
    this.#sample();
  }

  #sample(): void {
    if (this.#calm.matches) {
      this.#theirs.levels.fill(this.#them);
      this.#mine.levels.fill(this.#me);
    } else {
      this.#theirs.push(this.#them);
      this.#mine.push(this.#me);
    }
  }

  #drawNow(now: number): void {
    const { width, height } = this.#box;
    if (width === 0 || height === 0) return;
    const gap = this.#gap.at(now) * this.#radius;
    const horizon = height - gap;
    const x = width * (width < WIDE_FROM ? 0.5 : 0.68);
    const sun = sunAt({ x, horizon, r: this.#radius * this.#scale.at(now), rise: this.#rise.at(now) });
    this.#drawHalos(sun, now);
    setNumbers(this.#nodes.sun, { cx: sun.cx, cy: sun.cy, r: sun.r });
    setNumbers(this.#nodes.rim, { cx: sun.cx, cy: sun.cy, r: sun.r * 0.98, 'stroke-width': sun.r * 0.045 });
    const inSun = { x: sun.cx - sun.r, y: sun.cy - sun.r, width: 2 * sun.r, height: 2 * sun.r };
    setNumbers(this.#nodes.figure, inSun);
    setNumbers(this.#nodes.face, inSun);
    const far = this.#farHeight.at(now);
    this.#nodes.far.setAttribute(
      'd',
      this.#ridge({
        base: horizon + 2 + (1 - far) * gap,
        amp: 0.62 * far,
        rest: 0.075 * far,
        focus: x / width,
        spread: 0.34,
        trail: this.#theirs,
      }),
    );
    const voice = this.#muted ? 0 : 1;
    this.#nodes.near.setAttribute(
      'd',
      this.#ridge({ base: height, amp: 0.3 * voice, rest: 0.07 * voice, focus: 0.16, spread: 0.5, trail: this.#mine }),
    );
    this.#tell('--sun-x', sun.cx);
    this.#tell('--sun-y', sun.cy);
    this.#tell('--sun-r', sun.r);
  }

  /** Writes only changes, so that what stands on the sun is not laid out needlessly. */
  #tell(name: '--sun-x' | '--sun-y' | '--sun-r', px: number): void {
    const value = `${round(px)}px`;
    if (this.#host.style.getPropertyValue(name) !== value) this.#host.style.setProperty(name, value);
  }

  #drawHalos(sun: { cx: number; cy: number; r: number }, now: number): void {
    const still = this.#calm.matches;
    const wobble = still ? 0.05 : 0.05 + this.#them * 0.07;
    this.#nodes.halos.forEach((node, i) => {
      const swell = 1 + (this.#them * 0.05 * (i + 1)) / 3;
      const r = sun.r * (this.#rings[i]?.at(now) ?? 1) * swell;
      const k = (2 - i) * 2.1 + 1;
      const t = this.#phase;
      node.setAttribute('d', haloPath({ ...sun, r }, wobble, [k + t * 0.5, -k - t * 0.7, 2 * k + t * 0.9]));
    });
  }

  #ridge(ridge: { base: number; amp: number; rest: number; focus: number; spread: number; trail: Trail }): string {
    const { width, height } = this.#box;
    const step = this.#step();
    const heights = this.#jitter.map((jitter, i) => {
      const x = (i - 1) * step;
      const age = Math.min(Math.round(Math.abs(x - ridge.focus * width) / step), this.#jitter.length - 1);
      const voice = (ridge.trail.levels[age] ?? 0) * nearness(x / width, ridge.focus, ridge.spread);
      const rest = this.#jitter[(i * 5) % this.#jitter.length] ?? 0;
      return this.#radius * (ridge.amp * voice * (0.7 + 0.45 * jitter) + ridge.rest * rest * rest);
    });
    return ridgePath({ width, base: ridge.base, bottom: height + 4, step, heights });
  }
}
