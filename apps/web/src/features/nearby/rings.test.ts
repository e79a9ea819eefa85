import { BANDS, type Neighbour } from '@yonder/contract';
import { expect, test } from 'vitest';
import { placed, ringsIn } from './rings.ts';

const PHONE = { width: 390, height: 523 };
const HEAD = 72;
const BOXES = [PHONE, { width: 320, height: 390 }, { width: 768, height: 560 }, { width: 1352, height: 560 }];

function neighbours(count: number): Neighbour[] {
  return Array.from({ length: count }, (_, i) => ({
    userId: `person ${i}`,
    name: `Person ${i}`,
    thumb: null,
    band: BANDS[i % BANDS.length]!,
  }));
}

test.each(BOXES)('in $width × $height faces stand in the picture, in the ring of their band, and apart', (box) => {
  const rings = ringsIn(box, HEAD);
  const faces = placed(neighbours(40), { rings, width: box.width });
  expect(faces.length).toBeGreaterThan(8);
  for (const { neighbour, at } of faces) {
    const [x, y] = at;
    expect(x).toBeGreaterThanOrEqual(rings.face / 2);
    expect(x).toBeLessThanOrEqual(box.width - rings.face / 2);
    expect(y).toBeLessThan(rings.ground - 20);
    const km = Math.hypot(x - rings.x, y - rings.ground);
    expect(BANDS[rings.radii.findIndex((radius) => km < radius)]).toBe(neighbour.band);
  }
  const near = faces.flatMap((one, i) =>
    faces.slice(i + 1).filter(({ neighbour: { band }, at }) => {
      return band === one.neighbour.band && Math.hypot(at[0] - one.at[0], at[1] - one.at[1]) < rings.face;
    }),
  );
  expect(near).toEqual([]);
});

test('somebody stands where they stood, whoever else comes after them', () => {
  const rings = ringsIn(PHONE, HEAD);
  const before = placed(neighbours(4), { rings, width: PHONE.width });
  expect(placed(neighbours(12), { rings, width: PHONE.width })).toEqual(expect.arrayContaining(before));
});
