import { describe, expect, test } from 'vitest';
import {
  curvePath,
  haloPath,
  levelOf,
  nearness,
  ridgePath,
  speechLike,
  starsPath,
  stillStep,
  sunAt,
  sunRadius,
} from './geometry.ts';

function numbers(path: string): number[] {
  return path.match(/-?\d+(\.\d+)?/g)?.map(Number) ?? [];
}

describe('the sun', () => {
  test('takes 30 % of the narrower side and at most 216 px', () => {
    expect(sunRadius({ width: 390, height: 844 })).toBeCloseTo(117);
    expect(sunRadius({ width: 1440, height: 500 })).toBeCloseTo(150);
    expect(sunRadius({ width: 1440, height: 900 })).toBe(216);
    expect(sunRadius({ width: 720, height: 2000 })).toBe(216);
    expect(sunRadius({ width: 719, height: 2000 })).toBeCloseTo(215.7);
  });

  test('touches the line from below at rise 0, is cut in half at .5 and stands on it at 1', () => {
    const place = { x: 200, horizon: 500, r: 100 };
    expect(sunAt({ ...place, rise: 0 }).cy).toBe(600);
    expect(sunAt({ ...place, rise: 0.5 }).cy).toBe(500);
    expect(sunAt({ ...place, rise: 1 }).cy).toBe(400);
    expect(sunAt({ ...place, rise: 1.1 }).cy).toBeCloseTo(380);
    expect(sunAt({ ...place, rise: -0.2 }).cy).toBeCloseTo(640);
  });
});

describe('loudness', () => {
  const tone = (amplitude: number) =>
    Float32Array.from({ length: 1024 }, (_, i) => (i % 2 === 0 ? amplitude : -amplitude));
  test('is 0 for silence and for −52 dB, 1 for −12 dB and louder', () => {
    expect(levelOf(new Float32Array(1024))).toBe(0);
    expect(levelOf(new Float32Array(0))).toBe(0);
    expect(levelOf(tone(10 ** (-52 / 20)))).toBeCloseTo(0);
    expect(levelOf(tone(10 ** (-32 / 20)))).toBeCloseTo(0.5);
    expect(levelOf(tone(10 ** (-12 / 20)))).toBeCloseTo(1);
    expect(levelOf(tone(1))).toBe(1);
  });

  test('has three still steps', () => {
    expect(stillStep(0.24)).toBe(0);
    expect(stillStep(0.25)).toBe(0.5);
    expect(stillStep(0.74)).toBe(0.5);
    expect(stillStep(0.75)).toBe(1);
  });
});

describe('paths', () => {
  test('a curve goes through its first and last point', () => {
    const path = curvePath([
      [0, 0],
      [10, 5],
      [20, 0],
    ]);
    expect(path.startsWith('M0 0C')).toBe(true);
    expect(path.endsWith(' 20 0')).toBe(true);
    expect(curvePath([])).toBe('');
  });

  test('a halo without wobble is a circle', () => {
    const path = haloPath({ cx: 0, cy: 0, r: 100 }, 0, [1, 2, 3]);
    const points = path
      .slice(0, -1)
      .split('C')
      .slice(1)
      .map((piece) => numbers(piece).slice(4));
    expect(points).toHaveLength(20);
    for (const [x = 0, y = 0] of points) expect(Math.hypot(x, y)).toBeCloseTo(100, 0);
  });

  test('a wobble of .1 moves the edge by at most 10.6 % of the radius', () => {
    const path = haloPath({ cx: 0, cy: 0, r: 100 }, 0.1, [0.3, 1.4, 2.5]);
    const points = path
      .slice(0, -1)
      .split('C')
      .slice(1)
      .map((piece) => numbers(piece).slice(4));
    for (const [x = 0, y = 0] of points) expect(Math.abs(Math.hypot(x, y) - 100)).toBeLessThanOrEqual(10.7);
  });

  test('a ridge stands on its base: peaks full, valleys 18 %, closed below', () => {
    const path = ridgePath({ width: 20, base: 100, bottom: 200, step: 10, heights: [50, 50, 50] });
    expect(path.startsWith('M-10 91C')).toBe(true);
    expect(path).toContain(' 0 50C');
    expect(path.endsWith('L60 200L-20 200Z')).toBe(true);
  });

  test('flat hills draw a flat line', () => {
    const path = ridgePath({ width: 20, base: 100, bottom: 200, step: 10, heights: [0, 0, 0] });
    expect(
      path
        .split('L')[0]
        ?.match(/ (-?\d+(\.\d+)?)(?=C|$)/g)
        ?.every((y) => y === ' 100'),
    ).toBe(true);
  });

  test('stars stay in their sky and are the same every time', () => {
    const one = starsPath({ width: 300, height: 200 }, 5, 'seed');
    expect(one.split('M')).toHaveLength(6);
    expect(starsPath({ width: 300, height: 200 }, 5, 'seed')).toBe(one);
    expect(starsPath({ width: 300, height: 200 }, 0, 'seed')).toBe('');
  });
});

test('a voice is loudest at its focus and fades to both sides', () => {
  expect(nearness(0.5, 0.5, 0.3)).toBe(1);
  expect(nearness(0.2, 0.5, 0.3)).toBeCloseTo(Math.exp(-1));
  expect(nearness(0.8, 0.5, 0.3)).toBeCloseTo(Math.exp(-1));
});

test('made-up speech stays in 0..1, reaches 1 and repeats by its seed', () => {
  const levels = speechLike(60, 'a');
  expect(Math.max(...levels)).toBe(1);
  expect(Math.min(...levels)).toBeGreaterThanOrEqual(0);
  expect(speechLike(60, 'a')).toEqual(levels);
  expect(speechLike(60, 'b')).not.toEqual(levels);
});
