import { CallError } from '@yonder/client';
import { CODES, type Code } from '@yonder/contract';
import { expect, test } from 'vitest';
import { queryClient, retryDelay, shouldRetry } from './query-client.ts';

const error = (code: Code, retryAfter?: number) => new CallError({ code, text: 'x', reason: null, retryAfter });
const codes = Object.keys(CODES) as Code[];

test.each(codes)('%s', (code) => {
  expect(shouldRetry(3, 0, error(code))).toBe(['unavailable', 'deadline-exceeded', 'internal'].includes(code));
});

test('no answer at all is tried again, a bug is not', () => {
  expect(shouldRetry(3, 0, new TypeError('Failed to fetch'))).toBe(true);
  expect(shouldRetry(3, 0, new Error('bug'))).toBe(false);
});

test.each(['resource-exhausted', 'unavailable'] as const)('%s waits its retry-after', (code) => {
  expect(shouldRetry(3, 0, error(code, 7))).toBe(true);
  expect(retryDelay(0, error(code, 7))).toBe(7_000);
});

test('a query is tried 3 times again, a mutation once', () => {
  const failing = error('unavailable');
  expect([0, 1, 2, 3].map((failures) => shouldRetry(3, failures, failing))).toEqual([true, true, true, false]);
  expect([0, 1].map((failures) => shouldRetry(1, failures, failing))).toEqual([true, false]);
});

test.each([
  [0, 1_000],
  [1, 2_000],
  [2, 4_000],
  [4, 16_000],
  [5, 30_000],
  [9, 30_000],
])('after %i failures it waits %i ms', (failures, ms) => {
  expect(retryDelay(failures, error('unavailable'))).toBe(ms);
});

test('data is fresh for 5 minutes, kept unused for 10, and not fetched again on focus', () => {
  expect(queryClient.getDefaultOptions().queries).toMatchObject({
    staleTime: 300_000,
    gcTime: 600_000,
    refetchOnWindowFocus: false,
  });
});
