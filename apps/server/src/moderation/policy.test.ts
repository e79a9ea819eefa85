import { REPORT_REASONS } from '@yonder/contract';
import { describe, expect, test } from 'vitest';
import { weightAfter } from '../safety/reporters.ts';
import { gravest, priorityOf, rankOf, stateOf } from './policy.ts';

test.each([
  ['minor', 'urgent'],
  ['self-harm', 'urgent'],
  ['threat', 'high'],
  ['sexual', 'high'],
  ['hate', 'high'],
  ['scam', 'normal'],
  ['impersonation', 'normal'],
  ['other', 'normal'],
  ['spam', 'low'],
] as const)('one report for %s is %s', (reason, priority) => {
  expect(priorityOf(rankOf(reason, [100]))).toBe(priority);
});

test.each([
  [[100], 'low'],
  [[100, 100], 'low'],
  [[100, 100, 99], 'low'],
  [[100, 100, 100], 'normal'],
  [[100, 100, 100, 100, 100], 'high'],
  [Array.from({ length: 30 }, () => 100), 'high'],
  [Array.from({ length: 30 }, () => 0), 'low'],
  [[], 'low'],
] as const)('spam, said by people who weigh %j, is %s: only the reason makes it urgent', (weights, priority) => {
  expect(priorityOf(rankOf('spam', weights))).toBe(priority);
});

test('the gravest reason counts', () => {
  expect(gravest(['spam', 'other', 'hate', 'scam'])).toBe('hate');
  expect(gravest([...REPORT_REASONS].toReversed())).toBe('self-harm');
});

describe('what a word weighs', () => {
  test('five dismissed cases take the whole weight, one that was upheld gives back a twentieth', () => {
    let weight = 100;
    for (let i = 0; i < 5; i++) weight = weightAfter(weight, 'dismissed');
    expect(weight).toBe(0);
    expect(weightAfter(weight, 'dismissed')).toBe(0);
    expect(weightAfter(weight, 'upheld')).toBe(5);
    expect(weightAfter(100, 'upheld')).toBe(100);
  });
});

test.each([
  [{ state: 'in-force', until: null }, 'in-force'],
  [{ state: 'in-force', until: 1_001 }, 'in-force'],
  [{ state: 'in-force', until: 1_000 }, 'over'],
  [{ state: 'reversed', until: 2_000 }, 'reversed'],
] as const)('%j is %s at 1,000', (statement, state) => {
  expect(stateOf(statement, 1_000)).toBe(state);
});
