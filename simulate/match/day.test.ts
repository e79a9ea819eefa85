import { describe, expect, test } from 'vitest';
import { ASSUMPTIONS, type Assumptions } from './assumptions.ts';
import { Day } from './day.ts';
import type { Tally } from './tally.ts';
import { Timeline } from './timeline.ts';

/* `Day` itself throws when somebody is matched twice, when two are who may not meet, and when somebody is lost. */

function day(assumptions: Assumptions, shards: number): Tally {
  return new Day(assumptions, { shards, widen: 'own' }).play();
}

/** So few people that they meet again and again, and hardly anybody is patient. */
const CROWDED = {
  ...ASSUMPTIONS,
  people: 120,
  visits: 3,
  blocks: 20,
  patienceSeconds: 20,
  silentShare: 0.1,
  minutes: 2,
};

describe.each([
  { shards: 1, widen: 'own' },
  { shards: 2, widen: 'own' },
  { shards: 8, widen: 'own' },
  { shards: 8, widen: 'busiest' },
] as const)('a day of 24 × 2 minutes in which everybody knows everybody: $shards shards, $widen', (sharding) => {
  const tally = new Day(CROWDED, sharding).play();

  test('some are matched, some give up, some do not answer', () => {
    expect(tally.matched).toBeGreaterThan(1_000);
    expect(tally.left).toBeGreaterThan(10);
    expect(tally.silent).toBeGreaterThan(50);
    expect(tally.matched).toBe(tally.pairs * 2);
  });

  test('nobody is overtaken by somebody alike but for a rule', () => {
    expect(tally.overtakenForARule).toBeGreaterThan(0);
    expect(tally.overtaken).toBe(0);
  });

  test('the same seed gives the same day', () => {
    expect(new Day(CROWDED, sharding).play()).toEqual(tally);
  });
});

test('a queue by language meets the wish for it more often than one for all, which meets it little more than by chance', () => {
  const calm = { ...ASSUMPTIONS, minutes: 1 };
  const [one, eight] = [day(calm, 1), day(calm, 8)];
  expect(one.sameLanguage / one.pairs).toBeLessThan(one.sameLanguageByChance() + 0.1);
  expect(eight.sameLanguage / eight.pairs).toBeGreaterThan(0.5);
});

test('a turn that takes longer than the joins leave it time keeps people waiting', () => {
  const slow = { ...ASSUMPTIONS, minutes: 1, personMs: 500 };
  const { left, joined } = day(slow, 1);
  expect(left / joined).toBeGreaterThan(0.1);
});

test('what is planned happens in the order of its time, and at one time in the order of planning', () => {
  const timeline = new Timeline();
  const heard: string[] = [];
  const say = (word: string) => () => void heard.push(`${word} ${timeline.now}`);
  for (const [ms, word] of [
    [30, 'c'],
    [10, 'a'],
    [30, 'd'],
    [20, 'b'],
    [41, 'e'],
  ] as const)
    timeline.in(ms, say(word));
  timeline.in(15, () => timeline.in(5, say('after b')));
  timeline.runUntil(40);
  expect(heard).toEqual(['a 10', 'b 20', 'after b 20', 'c 30', 'd 30']);
  expect(timeline.now).toBe(40);
});
