import { expect, test } from 'vitest';
import { sceneIn, SCENES, type SceneVariant } from './scenes.ts';
import { unknownFigure } from './unknown.ts';

const BOXES = [
  { width: 320, height: 480 },
  { width: 390, height: 844 },
  { width: 767, height: 900 },
  { width: 768, height: 900 },
  { width: 1440, height: 900 },
  { width: 1920, height: 400 },
];
const VARIANTS = Object.keys(SCENES) as SceneVariant[];

test.each(VARIANTS)('%s has a sun within the width and a horizon within the height in every box', (variant) => {
  for (const box of BOXES) {
    const { sun, near, halos } = sceneIn(box, variant);
    expect(sun.cx - sun.r).toBeGreaterThanOrEqual(0);
    expect(sun.cx + sun.r).toBeLessThanOrEqual(box.width);
    expect(sun.r).toBeLessThanOrEqual(0.3 * Math.min(box.width, box.height));
    for (const path of [near, ...halos]) expect(path).not.toMatch(/NaN|Infinity/);
  }
});

test('not-found has no sun above its ground, error has hills over its sun', () => {
  const box = { width: 1440, height: 900 };
  const gone = sceneIn(box, 'not-found');
  expect(gone.sun.cy - gone.sun.r).toBeGreaterThan(box.height * 0.7 - gone.sun.r * 0.06);
  expect(gone.far).toBeNull();
  expect(sceneIn(box, 'error').far).not.toBeNull();
});

test('an alias always has the same figure and two aliases have different ones', () => {
  expect(unknownFigure('AAAAAAAAAAAAAAAAAAAAAA')).toEqual(unknownFigure('AAAAAAAAAAAAAAAAAAAAAA'));
  const figures = new Set(Array.from({ length: 200 }, (_, i) => JSON.stringify(unknownFigure(`alias-${i}`))));
  expect(figures.size).toBe(200);
});

test('an unknown figure never has a ring of its sky’s own colour', () => {
  for (let i = 0; i < 200; i++) {
    const { sky, ring } = unknownFigure(`alias-${i}`);
    expect(ring).not.toBe(sky);
  }
});
