import { expect, test } from 'vitest';
import { createManualClock } from '../testing/manual-clock.ts';
import { createTelling } from './telling.ts';

function telling(people: number) {
  const clock = createManualClock();
  const told: string[] = [];
  const tabs = Array.from({ length: people }, (_, i) => ({ userId: `person ${i}`, tab: `tab ${i}` }));
  const { changed } = createTelling({
    clock,
    live: { followers: ({ of }) => (of === 'home' ? tabs : []), tellHere: (userId) => told.push(userId) },
    of: 'home',
    gapMs: 2_000,
  });
  return { clock, told, changed };
}

test('who looks is told 500 ms after a change, and not again within 2,000 ms, however much changes', async () => {
  const { clock, told, changed } = telling(1);
  changed();
  changed();
  await clock.advance(499);
  expect(told).toEqual([]);
  await clock.advance(1);
  expect(told).toHaveLength(1);
  for (let i = 0; i < 20; i++) changed();
  await clock.advance(1_999);
  expect(told).toHaveLength(1);
  await clock.advance(1);
  expect(told).toHaveLength(2);
  await clock.advance(60_000);
  expect(told).toHaveLength(2);
});

test('25 who look are told ten every 250 ms, each once, and what changes meanwhile is told to all later', async () => {
  const { clock, told, changed } = telling(25);
  changed();
  await clock.advance(500);
  expect(told).toHaveLength(10);
  changed();
  await clock.advance(250);
  expect(told).toHaveLength(20);
  await clock.advance(250);
  expect(new Set(told).size).toBe(25);
  await clock.advance(1_499);
  expect(told).toHaveLength(25);
  await clock.advance(501);
  expect(told).toHaveLength(50);
});
