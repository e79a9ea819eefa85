import { expect, test } from 'vitest';
import { NOT_HELD, type Waiting } from '../engagement/index.ts';
import { propose, settle } from './proposing.ts';

function queueOf(people: number): Waiting[] {
  return Array.from({ length: people }, (_, i) => ({
    userId: `person-${i}`,
    ticket: `ticket-${i}`,
    place: i,
    tab: null,
    since: 0,
    language: 'en',
    region: null,
    interests: [],
    ...NOT_HELD,
  }));
}
const rules = { now: 0, refused: () => false };
const nothing = { gone: new Set<Waiting>(), forbidden: new Set<number>() };

test('what the rows have nothing against is settled as it was proposed, and another look finds nobody', () => {
  const proposed = propose(queueOf(5), rules);
  expect(settle(proposed, nothing)).toEqual({ couples: proposed, refused: [], gone: [], again: false });
});

test('a couple that a rule keeps apart and one of which half is gone fall out, and another look may pair them', () => {
  const queue = queueOf(6);
  const proposed = propose(queue, rules);
  const settled = settle(proposed, { gone: new Set([queue[5]!]), forbidden: new Set([0]) });
  expect(settled).toEqual({ couples: [proposed[1]], refused: [proposed[0]], gone: [queue[5]], again: true });
});

test('500 couples in one turn, and then another', () => {
  const proposed = propose(queueOf(1_002), rules);
  expect(proposed).toHaveLength(500);
  expect(settle(proposed, nothing).again).toBe(true);
});
