import { BANDS } from '@yonder/contract';
import { describe, expect, test } from 'vitest';
import { createChance } from '../testing/mutations.ts';
import { seedOf } from '../testing/size.ts';
import { areaOf, areasWithin, cellAt, centreOf, kmBetween, pointAt, type Cell, type Point } from './geometry.ts';
import { isPlausible, placeOf } from './placing.ts';

const secret = Buffer.alloc(32, 7);
const TAIPEI: Point = { lat: 25.04, lng: 121.53 };
const PLACES: readonly Point[] = [TAIPEI, { lat: -17.7, lng: 179.99 }, { lat: 69.65, lng: 18.96 }, { lat: 0, lng: 0 }];
const MINUTE = 60_000;
const seed = seedOf();
const chance = createChance(seed);

function part(): number {
  return chance.below(1_000_000) / 1_000_000;
}

function somewhere(around: Point, within: number): Point {
  return pointAt(around, { bearing: part() * 2 * Math.PI, km: within * Math.sqrt(part()) });
}

function shown(point: Point, userId: string, before: Cell | null = null): Cell {
  return placeOf(point, { userId, secret, before });
}

describe('where somebody is shown', () => {
  test(`is at least 0.9 and at most 4 km from where they are, anywhere on earth (seed ${seed})`, () => {
    const off = PLACES.flatMap((place) =>
      Array.from({ length: 500 }, (_, i) => {
        const point = somewhere(place, 40);
        return kmBetween(point, centreOf(shown(point, `person ${i}`)));
      }),
    );
    expect(Math.min(...off)).toBeGreaterThan(0.9);
    expect(Math.max(...off)).toBeLessThan(4);
    expect(off.filter((km) => km < 1).length).toBeLessThan(off.length / 50);
  });

  test('is another place for everybody in one room', () => {
    const cells = Array.from({ length: 100 }, (_, i) => shown(TAIPEI, `person ${i}`));
    expect(new Set(cells).size).toBeGreaterThanOrEqual(5);
  });

  test('is the same every day: 100 evenings at home have no middle', () => {
    expect(new Set(Array.from({ length: 100 }, () => shown(TAIPEI, 'ann'))).size).toBe(1);
    expect(placeOf(TAIPEI, { userId: 'ann', secret: Buffer.alloc(32, 8), before: null })).not.toBe(
      shown(TAIPEI, 'ann'),
    );
  });

  test('stays as long as they are within 3 km of it, and no longer', () => {
    const before = cellAt(TAIPEI);
    for (const bearing of [0, 1, 2, 3, 4, 5]) {
      expect(shown(pointAt(centreOf(before), { bearing, km: 2.9 }), 'ann', before)).toBe(before);
    }
    const moved = shown(pointAt(centreOf(before), { bearing: 1, km: 6 }), 'ann', before);
    expect(moved).not.toBe(before);
  });
});

test.each([
  ['150 km in 10 minutes', 150, 10 * MINUTE, 0, true],
  ['200 km in 10 minutes', 200, 10 * MINUTE, 0, false],
  ['200 km in 10 minutes, give or take 40 km', 200, 10 * MINUTE, 40_000, true],
  ['400 km in 10 minutes, give or take the whole world', 400, 10 * MINUTE, 40_000_000, false],
  ['9,000 km in 10 hours', 9_000, 600 * MINUTE, 0, true],
] as const)('whether somebody can have come %s', (_, km, ms, accuracy, expected) => {
  const to = pointAt(TAIPEI, { bearing: 0.5, km });
  expect(isPlausible({ kind: 'cell', cell: cellAt(TAIPEI) }, to, { ms, accuracy })).toBe(expected);
});

test.each(BANDS)(`the areas looked through hold everybody within %i km (seed ${seed})`, (band) => {
  for (const place of PLACES) {
    for (let i = 0; i < 200; i++) {
      const [cell, other] = [cellAt(somewhere(place, 30)), cellAt(somewhere(place, 30 + band))];
      if (kmBetween(centreOf(cell), centreOf(other)) < band) expect(areasWithin(cell, band)).toContain(areaOf(other));
    }
  }
});

/** Flat kilometres around a point, accurate enough there. */
function flat({ lat, lng }: Point): readonly [x: number, y: number] {
  return [(lng - TAIPEI.lng) * 111.32 * Math.cos((TAIPEI.lat * Math.PI) / 180), (lat - TAIPEI.lat) * 110.6];
}

type Ring = readonly [x: number, y: number, from: number, to: number];

/** Estimates the point in all rings: pulls it into one after the other, repeatedly. */
function estimate(rings: readonly Ring[]): readonly [number, number] {
  const closest = Math.min(...rings.map(([, , , to]) => to));
  const near = rings.filter(([, , , to]) => to === closest);
  let [x, y] = [0, 1].map((axis) => near.reduce((sum, ring) => sum + ring[axis]!, 0) / near.length) as [number, number];
  for (let round = 0; round < 30; round++) {
    for (const [atX, atY, from, to] of rings) {
      const km = Math.hypot(x - atX, y - atY);
      const wanted = Math.min(Math.max(km, from), to);
      if (km === 0 || wanted === km) continue;
      [x, y] = [atX + ((x - atX) * wanted) / km, atY + ((y - atY) * wanted) / km];
    }
  }
  return [x, y];
}

function ringOf([x, y]: readonly [number, number], [toX, toY]: readonly [number, number]): Ring {
  const km = Math.hypot(x - toX, y - toY);
  const i = BANDS.findIndex((band) => km < band);
  return [x, y, i < 0 ? 50 : (BANDS[i - 1] ?? 0), i < 0 ? Infinity : BANDS[i]!];
}

test(`1,000 spoofed places find 1,000 people no better than to a kilometre, in 95 of 100 cases (seed ${seed})`, () => {
  // More than a real attacker has: all bands at once, and the cell shown at each place.
  const probes = Array.from({ length: 1_000 }, () => flat(centreOf(shown(somewhere(TAIPEI, 60), 'eve'))));
  const errors = { place: Array<number>(), person: Array<number>() };
  for (let i = 0; i < 1_000; i++) {
    const home = somewhere(TAIPEI, 20);
    const [x, y] = flat(home);
    const place = flat(centreOf(shown(home, `person ${i}`)));
    const [foundX, foundY] = estimate(probes.map((probe) => ringOf(probe, place)));
    errors.person.push(Math.hypot(foundX - x, foundY - y));
    errors.place.push(Math.hypot(foundX - place[0], foundY - place[1]));
  }
  // The estimate is good, but of the cell shown.
  expect(errors.place.toSorted((one, other) => one - other)[500]).toBeLessThan(0.3);
  expect(errors.person.filter((km) => km >= 1).length).toBeGreaterThanOrEqual(950);
});
