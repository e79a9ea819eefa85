import { expect, test } from 'vitest';
import { createLog } from '../platform/log.ts';
import { createManualClock } from '../testing/manual-clock.ts';
import { createPlaces } from './places.ts';

const BLOCK = 16_384;

/** Places of a sequence that counts from 1. */
function setUp() {
  const clock = createManualClock();
  let drawn = 0;
  let failure: Error | undefined;
  const places = createPlaces({
    clock,
    log: createLog({ level: 'silent' }),
    async drawBlock() {
      if (failure) throw failure;
      return 1 + BLOCK * drawn++;
    },
  });
  return { clock, places, drawn: () => drawn, fail: (error: Error | undefined) => void (failure = error) };
}

test('places that were drawn ahead follow one another', async () => {
  const { places } = setUp();
  const stop = places.start();
  await places.idle();
  expect([places.next(), places.next(), places.next()]).toEqual([1, 2, 3]);
  stop();
});

test('each second there are new ones, behind those that others have drawn meanwhile', async () => {
  const { clock, places } = setUp();
  const stop = places.start();
  await places.idle();
  places.next();
  await clock.advance(1_000);
  await places.idle();
  expect(places.next()).toBe(1 + BLOCK);
  stop();
});

test('what was drawn two seconds ago is given to nobody', async () => {
  const { clock, places } = setUp();
  expect(await places.draw()).toBe(1);
  await clock.advance(1_999);
  expect(places.next()).toBe(2);
  await clock.advance(1);
  expect(places.next()).toBeUndefined();
  expect(await places.draw()).toBe(1 + BLOCK);
});

test('a crowd that finds none draws once, and again when the block is used up', async () => {
  const { places, drawn } = setUp();
  const crowd = await Promise.all(Array.from({ length: BLOCK + 2 }, () => places.draw()));
  expect(crowd).toEqual(Array.from({ length: BLOCK + 2 }, (_, i) => 1 + i));
  expect(drawn()).toBe(2);
});

test('whoever comes while none can be drawn is told so, and the next one is not', async () => {
  const { clock, places, fail } = setUp();
  fail(new Error('no database'));
  const stop = places.start();
  await places.idle();
  expect(places.next()).toBeUndefined();
  await expect(places.draw()).rejects.toThrow('no database');
  fail(undefined);
  await clock.advance(1_000);
  await places.idle();
  expect(places.next()).toBe(1);
  stop();
});
