import { CALLABLES, EVENTS } from '@yonder/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { letOutOf } from './let-out.ts';

const person = z.object({ name: z.string(), photo: z.nullable(z.string()), bio: z.optional(z.string()) });

test.each([
  ['an object', person, { name: 'Ann', photo: null, email: 'ann@example.org' }, { name: 'Ann', photo: null }],
  ['items', z.array(person), [{ name: 'Ann', photo: 'p', secret: 1 }], [{ name: 'Ann', photo: 'p' }]],
  [
    'a tuple',
    z.tuple([z.string(), person]),
    ['a', { name: 'B', photo: null, x: 1 }, 'beyond its end'],
    ['a', { name: 'B', photo: null }],
  ],
  [
    'values by key',
    z.record(z.string(), person),
    { k: { name: 'A', photo: null, x: 1 } },
    { k: { name: 'A', photo: null } },
  ],
  [
    'one without a prototype',
    z.record(z.string(), person),
    Object.assign(Object.create(null), { k: Object.assign(Object.create(null), { name: 'A', photo: null, x: 1 }) }),
    { k: { name: 'A', photo: null } },
  ],
  [
    'one that is made when it is asked for',
    z.lazy(() => person),
    { name: 'A', photo: null, x: 1 },
    { name: 'A', photo: null },
  ],
  ['nothing', z.nullable(person), null, null],
  ['something', z.nullable(person), { name: 'A', photo: null, x: 1 }, { name: 'A', photo: null }],
] as const)('of %s only what the schema names is let out', (_, schema, value, expected) => {
  expect(JSON.parse(letOutOf(schema)(value))).toEqual(expected);
});

test('of several shapes the first is taken whose keys are there and whose literals are equal', () => {
  const letOut = letOutOf(
    z.union([
      z.object({ kind: z.literal('a'), one: z.string() }),
      z.lazy(() =>
        z.object({ kind: z.lazy(() => z.literal('b')), two: z.string(), bio: z.lazy(() => z.optional(z.null())) }),
      ),
      z.null(),
    ]),
  );
  expect(letOut({ kind: 'b', one: 'x', two: 'y' })).toBe('{"kind":"b","two":"y"}');
  expect(letOut(null)).toBe('null');
  expect(() => letOut({ kind: 'c', one: 'x' })).toThrow(TypeError);
});

test('of several shapes one that a word of several tells apart is taken for its own words alone', () => {
  const letOut = letOutOf(
    z.union([z.object({ kind: z.enum(['a', 'b']) }), z.object({ kind: z.literal('c'), seconds: z.number() })]),
  );
  expect(letOut({ kind: 'c', seconds: 7 })).toBe('{"kind":"c","seconds":7}');
  expect(letOut({ kind: 'b', seconds: 7 })).toBe('{"kind":"b"}');
  expect(() => letOut({ kind: 'd' })).toThrow(TypeError);
});

test('a key that must be there is missed', () => {
  expect(() => letOutOf(person)({ name: 'Ann' })).toThrow('no photo where the contract has one');
});

test('any text and any number leave as JSON writes them', () => {
  const letOut = letOutOf(z.array(z.union([z.string(), z.number()])));
  const text = fc.oneof(fc.string(), fc.string({ unit: 'grapheme' }), fc.constantFrom('\u2028', '\0', '\ud800', '"\\'));
  fc.assert(
    fc.property(fc.array(fc.oneof(text, fc.double({ noNaN: true, noDefaultInfinity: true }))), (values) => {
      expect(letOut(values)).toBe(JSON.stringify(values));
    }),
  );
  expect(() => letOut([Number.NaN])).toThrow(TypeError);
});

test('an object never leaves in the place of a simple value', () => {
  expect(() => letOutOf(person)({ name: { first: 'Ann' }, photo: null })).toThrow(TypeError);
});

test('of what is no plain object only what the schema names is let out', () => {
  class Secretive {
    secret = 1;
    photo = null;
    get name() {
      return 'Ann';
    }
    toJSON() {
      return { secret: 1 };
    }
  }
  class Bare {
    secret = 1;
  }
  const heir = Object.assign(new Bare(), { photo: 'p' });
  Object.setPrototypeOf(heir, { name: 'Ann' });
  expect(letOutOf(person)(new Secretive())).toBe('{"name":"Ann","photo":null}');
  expect(letOutOf(person)(heir)).toBe('{"name":"Ann","photo":"p"}');
  expect(letOutOf(z.record(z.string(), z.string()))(Object.create({ toJSON: () => 1 }, {}))).toBe('{}');
});

test('keys of several depths are left out at once', () => {
  const letOut = letOutOf(z.object({ one: person, more: z.array(person), kind: z.string() }));
  const slip = { name: 'A', photo: null, x: 1 };
  const clean = { name: 'A', photo: null };
  const left = JSON.parse(letOut({ one: slip, more: [clean, slip], kind: 'k', x: slip }));
  expect(left).toEqual({ one: clean, more: [clean, clean], kind: 'k' });
});

test.each([
  [
    'pipe',
    z.pipe(
      z.string(),
      z.transform(() => ({ secret: 1 })),
    ),
  ],
  ['readonly', z.readonly(person)],
  ['default', z._default(person, { name: 'Ann', photo: null })],
  ['unknown', z.unknown()],
  ['any', z.any()],
  ['map', z.map(z.string(), person)],
  ['intersection', z.intersection(person, z.object({ x: z.string() }))],
  ['tuple', z.tuple([z.string()], person)],
] as const)(
  'what holds a schema of a kind nobody has taught it, as %s, is refused before any value comes',
  (kind, schema) => {
    const refusal = `the contract answers a schema of the kind "${kind}", which the door cannot write`;
    expect(() => letOutOf(schema)).toThrow(refusal);
    expect(() => letOutOf(z.object({ deep: z.array(z.nullable(schema)) }))).toThrow(refusal);
  },
);

test('a shape that cannot be told from the others is refused before any value comes', () => {
  expect(() => letOutOf(z.union([person, z.array(person)]))).toThrow(
    'the contract answers a schema of the kind "array" among several shapes, which the door cannot write',
  );
});

test('every answer and every event of the contract has its way out', () => {
  for (const { output } of Object.values(CALLABLES)) expect(letOutOf(output)).toBeTypeOf('function');
  for (const event of Object.values(EVENTS)) expect(letOutOf(event)).toBeTypeOf('function');
});
