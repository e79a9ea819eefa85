import { expect, test, vi } from 'vitest';
import { createManualClock } from '../testing/manual-clock.ts';
import { createPhotoGate } from './photo-gate.ts';

function createGate() {
  const clock = createManualClock();
  const hidden = new Set<string>();
  const findShown = vi.fn(async (paths: readonly string[]) => new Set(paths.filter((path) => !hidden.has(path))));
  return { clock, hidden, findShown, isShown: createPhotoGate({ clock, findShown }) };
}

test('1,000 requests for 100 photos within 499 ms are 1 query of 100 paths', async () => {
  const { clock, findShown, isShown } = createGate();
  const request = () => Promise.all(Array.from({ length: 500 }, (_, i) => isShown(`photos/${i % 100}`)));
  await request();
  await clock.advance(499);
  expect(new Set(await request())).toEqual(new Set([true]));
  expect(findShown.mock.calls.map(([paths]) => paths.length)).toEqual([100]);
});

test('a photo that is hidden is refused from 500 ms after its last query on, and served again 500 ms later', async () => {
  const { clock, hidden, isShown } = createGate();
  await isShown('photos/a');
  hidden.add('photos/a');
  await clock.advance(499);
  expect(await isShown('photos/a')).toBe(true);
  await clock.advance(1);
  expect(await isShown('photos/a')).toBe(false);
  hidden.delete('photos/a');
  await clock.advance(500);
  expect(await isShown('photos/a')).toBe(true);
});

test('a query that fails is remembered for 0 ms', async () => {
  const { findShown, isShown } = createGate();
  findShown.mockRejectedValueOnce(new Error('the database is away'));
  await expect(isShown('photos/a')).rejects.toThrow('away');
  expect(await isShown('photos/a')).toBe(true);
});
