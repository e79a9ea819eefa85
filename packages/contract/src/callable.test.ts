import { expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { callable } from './index.ts';

test('the schemas of a callable are made when they are asked for, once each', () => {
  const input = vi.fn(() => z.string());
  const output = vi.fn(() => z.int());
  const made = callable('query', input, output);
  expect([input, output].map(({ mock }) => mock.calls.length)).toEqual([0, 0]);
  expect(made.output).toBe(made.output);
  expect([input, output].map(({ mock }) => mock.calls.length)).toEqual([0, 1]);
});
