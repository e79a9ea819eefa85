import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { CALLABLES, EVENTS } from './index.ts';

/** The addresses of a relay: as many as the operator names. */
const OF_THE_OPERATOR = 'urls';

const answers = Object.entries(CALLABLES).map(([name, { output }]) => [name, output] as const);

test.each([...answers, ...Object.entries(EVENTS)])('no list in %s can grow beyond a number', (_, schema) => {
  expect(unbounded(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }))).toEqual([]);
});

test('a list without a number is found, however deep', () => {
  const schema = z.object({ a: z.nullable(z.array(z.string())), b: z.array(z.string()).check(z.maxLength(3)) });
  expect(unbounded(z.toJSONSchema(schema))).toEqual(['properties.a.anyOf.0']);
});

/** The paths of lists that may hold any number; a tuple has its own. */
function unbounded(shape: unknown, path: readonly string[] = []): string[] {
  if (typeof shape !== 'object' || shape === null) return [];
  const here = 'items' in shape && !('maxItems' in shape) && path.at(-1) !== OF_THE_OPERATOR ? [path.join('.')] : [];
  return [...here, ...Object.entries(shape).flatMap(([key, inner]) => unbounded(inner, [...path, key]))];
}
