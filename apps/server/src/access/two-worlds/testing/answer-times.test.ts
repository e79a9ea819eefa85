import { expect, test } from 'vitest';
import { createChance } from '../../../testing/mutations.ts';
import { createAnswerTimes } from './answer-times.ts';

/** Most answers come soon, some late. */
function times(extra: number, { count = 400, seed }: { count?: number; seed: number }): number[] {
  const { below } = createChance(seed);
  return Array.from({ length: count }, () => 1 + below(1_000) / 500 + (below(10) === 0 ? below(40) : 0) + extra);
}

test.each([
  { extra: 0, count: 400, found: 0 },
  { extra: 0.1, count: 400, found: 0 },
  { extra: 1, count: 400, found: 1 },
  { extra: 1, count: 100, found: 0 },
])('$count answers that take $extra ms more in one world: $found are found', ({ extra, count, found }) => {
  const answers = createAnswerTimes();
  for (const ms of times(0, { count, seed: 1 })) answers.note('getProfile', 0, ms);
  for (const ms of times(extra, { count, seed: 2 })) answers.note('getProfile', 1, ms);
  expect(answers.telling()).toHaveLength(found);
});
