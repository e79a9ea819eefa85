import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { formOf } from './written.ts';

const schema = z.object({
  id: z.string(),
  at: z.number(),
  names: z.record(z.string(), z.string()),
  alone: z.boolean(),
});

test('a form writes a value with its own words in every place of the sample’s, also where they are keys', () => {
  const valueOf = ({ id, at, name }: { id: string; at: number; name: string }) => ({
    id,
    at,
    names: {
      [name]: 'here',
      $1: name,
    },
    alone: true,
  });
  const write = formOf(schema, { id: '(id)', at: 4_711, name: '(name$)' }, valueOf);
  const words = { id: 'a-1', at: 0, name: 'bob' };
  expect(JSON.parse(write(words).json)).toEqual(valueOf(words));
  expect(JSON.parse(write({ ...words, name: '(id)' }).json)).toEqual(valueOf({ ...words, name: '(id)' }));
});

test('a form lets out what its schema names and nothing else', () => {
  const slip = () => ({ id: '(id)', at: 1, names: {}, alone: true, userId: 'ann' });
  expect(JSON.parse(formOf(schema, { id: '(id)' }, slip)({ id: 'a' }).json)).toEqual({
    id: 'a',
    at: 1,
    names: {},
    alone: true,
  });
});
