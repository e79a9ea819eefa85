import { expect, test } from 'vitest';
import { easeLinear, easeRise, easeSet, follow, Glide, Trail } from './motion.ts';

test('a glide is half way after half its time and stays at its end', () => {
  const glide = new Glide(0);
  glide.to(10, { now: 1000, ms: 200, ease: easeLinear });
  expect(glide.at(1000)).toBe(0);
  expect(glide.at(1100)).toBe(5);
  expect(glide.at(1199)).toBeCloseTo(9.95);
  expect(glide.at(1200)).toBe(10);
  expect(glide.at(9000)).toBe(10);
});

test('a new aim starts from where the glide is; the same aim again changes nothing', () => {
  const glide = new Glide(0);
  glide.to(10, { now: 0, ms: 100, ease: easeLinear });
  glide.to(10, { now: 50, ms: 1000, ease: easeLinear });
  expect(glide.at(100)).toBe(10);
  glide.to(0, { now: 100, ms: 100, ease: easeLinear });
  expect(glide.at(150)).toBe(5);
});

test('without a duration the aim is reached at once', () => {
  const glide = new Glide(0);
  glide.to(1, { now: 5, ms: 0, ease: easeRise });
  expect(glide.at(5)).toBe(1);
});

test('easings start at 0 and end at 1', () => {
  for (const ease of [easeLinear, easeRise, easeSet]) {
    expect(ease(0)).toBe(0);
    expect(ease(1)).toBe(1);
  }
});

test('a level has 63 % of a rise after 60 ms and of a fall after 240 ms', () => {
  expect(follow(0, 1, 0.06)).toBeCloseTo(0.632, 3);
  expect(follow(1, 0, 0.24)).toBeCloseTo(0.368, 3);
});

test('a trail holds the newest level first and forgets the oldest', () => {
  const trail = new Trail(3);
  for (const level of [0.25, 0.5, 0.75, 1]) trail.push(level);
  expect([...trail.levels]).toEqual([1, 0.75, 0.5]);
});
