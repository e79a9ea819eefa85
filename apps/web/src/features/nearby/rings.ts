import { BANDS, type Neighbour } from '@yonder/contract';
import { clamp, type Box, type Point } from '../../ui/scene/geometry.ts';
import { randomFrom } from '../../ui/scene/random.ts';

/** Of a face, where the rings are wide enough, and as a share of a ring's width. */
const FACE = { largest: 48, share: 0.58 };
/** Its rim and some air. */
const AROUND_FACE = 14;
/** Half of the mark that stands on a ring, and some air. */
const MARK = 14;
const GROUND = 0.92;

export interface Rings {
  /** Where one is oneself, on the line. */
  x: number;
  ground: number;
  sun: number;
  /** One a band, the nearest first. */
  radii: readonly number[];
  /** How large a face is. */
  face: number;
}

export interface Placed {
  neighbour: Neighbour;
  at: Point;
}

/** Rings of equal width around the sun, as many as there are bands; all of them and their marks below `head`, CSS px at the top that the title has. */
export function ringsIn({ width, height }: Box, head: number): Rings {
  const ground = height * GROUND;
  const sun = clamp(Math.min(width * 0.15, ground * 0.165), 36, 84);
  const widest = Math.max(ground - head - MARK, sun + BANDS.length * 40);
  const radii = BANDS.map((_, i) => sun + ((widest - sun) * (i + 1)) / BANDS.length);
  const face = Math.round(Math.min(FACE.largest, (FACE.share * (widest - sun)) / BANDS.length));
  return { x: width / 2, ground, sun, radii, face };
}

/**
 * A face a place, as many as fit side by side. The ring is the band, and that is all that is known: where on its ring
 * somebody stands is drawn from who they are, the same today and tomorrow, and means nothing.
 */
export function placed(neighbours: readonly Neighbour[], { rings, width }: { rings: Rings; width: number }): Placed[] {
  return BANDS.flatMap((band, i) => {
    const radius = ((rings.radii[i - 1] ?? rings.sun) + rings.radii[i]!) / 2;
    const places = placesOn(radius, { width, room: rings.face + AROUND_FACE });
    const free = [...places.keys()];
    return neighbours
      .filter((neighbour) => neighbour.band === band)
      .slice(0, places.length)
      .map((neighbour) => {
        const wish = Math.floor(randomFrom(neighbour.userId)() * places.length);
        const place = free.toSorted((one, other) => gap(one, wish) - gap(other, wish))[0] ?? 0;
        free.splice(free.indexOf(place), 1);
        const angle = places[place] ?? 0;
        const at: Point = [rings.x + radius * Math.sin(angle), rings.ground - radius * Math.cos(angle)];
        return { neighbour, at };
      });
  });
}

function gap(one: number, other: number): number {
  return Math.abs(one - other);
}

/** Angles from straight up, in radians: within the picture, above the line. */
function placesOn(radius: number, { width, room }: { width: number; room: number }): number[] {
  const beside = Math.asin(clamp((width / 2 - room / 2) / radius, 0, 1));
  const above = Math.acos(clamp((room * 0.7) / radius, 0, 1));
  const widest = Math.min(beside, above);
  const count = Math.max(1, Math.floor((2 * widest * radius) / room) + 1);
  return Array.from({ length: count }, (_, i) => (count === 1 ? 0 : widest * ((2 * i) / (count - 1) - 1)));
}
