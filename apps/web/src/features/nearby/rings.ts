import { BANDS, type Neighbour } from '@yonder/contract';
import { clamp, type Box, type Point } from '../../ui/scene/geometry.ts';
import { randomFrom } from '../../ui/scene/random.ts';

/** A face's largest diameter in CSS px, and its share of a ring's width. */
const FACE = { largest: 48, share: 0.58 };
/** The rim of a face and some space. */
const AROUND_FACE = 14;
/** Half of the mark on a ring, and some space. */
const MARK = 14;
const GROUND = 0.92;

export interface Rings {
  /** The user's own position, on the ground line. */
  x: number;
  ground: number;
  sun: number;
  /** One per band, the nearest first. */
  radii: readonly number[];
  /** Diameter of a face. */
  face: number;
}

export interface Placed {
  neighbour: Neighbour;
  at: Point;
}

/** One ring per band, equally wide, around the sun; all below `head`, the title's height in CSS px. */
export function ringsIn({ width, height }: Box, head: number): Rings {
  const ground = height * GROUND;
  const sun = clamp(Math.min(width * 0.15, ground * 0.165), 36, 84);
  const widest = Math.max(ground - head - MARK, sun + BANDS.length * 40);
  const radii = BANDS.map((_, i) => sun + ((widest - sun) * (i + 1)) / BANDS.length);
  const face = Math.round(Math.min(FACE.largest, (FACE.share * (widest - sun)) / BANDS.length));
  return { x: width / 2, ground, sun, radii, face };
}

/**
 * Places one face per slot, as many as fit. Only the band is real; the angle is derived from the user id, so it is
 * stable and means nothing.
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

/** Angles from straight up, in radians, inside the picture and above the ground line. */
function placesOn(radius: number, { width, room }: { width: number; room: number }): number[] {
  const beside = Math.asin(clamp((width / 2 - room / 2) / radius, 0, 1));
  const above = Math.acos(clamp((room * 0.7) / radius, 0, 1));
  const widest = Math.min(beside, above);
  const count = Math.max(1, Math.floor((2 * widest * radius) / room) + 1);
  return Array.from({ length: count }, (_, i) => (count === 1 ? 0 : widest * ((2 * i) / (count - 1) - 1)));
}
