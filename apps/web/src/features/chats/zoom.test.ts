import { expect, test } from 'vitest';
import { held, moved, reachOf, toggledAt, WHOLE, zoomedAt } from './zoom.ts';

const frame = { width: 400, height: 200 };
const largest = 5;

test('what is under the finger stays there', () => {
  const at = { x: 100, y: -40 };
  const zoom = zoomedAt(WHOLE, { largest, factor: 2, at });
  expect(zoom).toEqual({ scale: 2, x: -100, y: 40 });
  // The point of the picture that was at 100, -40 is still there.
  expect(zoom.x + at.x * zoom.scale).toBe(at.x);
  expect(zoom.y + at.y * zoom.scale).toBe(at.y);
});

test('it is never smaller than whole, nor more than 5 times as large', () => {
  expect(zoomedAt(WHOLE, { largest, factor: 0.5, at: { x: 3, y: 3 } })).toEqual(WHOLE);
  expect(zoomedAt(WHOLE, { largest, factor: 50, at: { x: 0, y: 0 } }).scale).toBe(5);
});

test('it cannot be drawn out of its frame', () => {
  const large = zoomedAt(WHOLE, { largest, factor: 2, at: { x: 0, y: 0 } });
  expect(held(moved(large, { x: 900, y: -900 }), frame)).toEqual({ scale: 2, x: 200, y: -100 });
  expect(held(moved(WHOLE, { x: 50, y: 50 }), frame)).toEqual(WHOLE);
});

test('pressed twice it is close, twice again whole', () => {
  const close = toggledAt(WHOLE, { x: 0, y: 0 }, { largest, close: 2.5 });
  expect(close.scale).toBe(2.5);
  expect(toggledAt(close, { x: 10, y: 0 }, { largest, close: 2.5 })).toEqual(WHOLE);
});

test.each([
  ['a photo', { width: 2_048, height: 1_536 }, { largest: 5, close: 2.5 }],
  ['a page of 540 × 10000', { width: 540, height: 10_000 }, { largest: 2 * (390 / 45.576), close: 390 / 45.576 }],
  ['a panorama of 10000 × 1000', { width: 10_000, height: 1_000 }, { largest: 2 * (844 / 39), close: 844 / 39 }],
])('on a phone %s can be made as large as it takes to read it', (_, picture, reach) => {
  const { largest: most, close } = reachOf(picture, { width: 390, height: 844 });
  expect(most).toBeCloseTo(reach.largest, 3);
  expect(close).toBeCloseTo(reach.close, 3);
});
