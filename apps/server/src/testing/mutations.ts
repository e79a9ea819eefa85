import * as z from 'zod/mini';

/** A repeatable run of chance (mulberry32). */
export interface Chance {
  below(n: number): number;
  pick<T>(from: readonly T[]): T;
}

export function createChance(seed: number): Chance {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (n: number): number => Math.floor(next() * n);
  return { below, pick: (from) => from[below(from.length)]! };
}

/** Values that have broken servers. */
const NASTY: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  2 ** 53,
  -(2 ** 53),
  1e308,
  8.64e15,
  8.64e15 + 1,
  Number.MAX_SAFE_INTEGER,
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udfff\ud800',
  '\u202e',
  '😀'.repeat(500),
  'x'.repeat(20_000),
  '-1',
  'NaN',
  '__proto__',
  'constructor',
  'toString',
  "' OR 1=1; --",
  '${7*7}',
  '../../etc/passwd',
  '%00',
  '1e1000',
  '[object Object]',
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  '2026-02-31',
  '0000-00-00',
  [],
  {},
  [[]],
  [null],
  { length: -1 },
  JSON.parse('{"then":"x"}'),
  { toJSON: 1 },
  JSON.parse('{"__proto__":{"isPaid":true}}'),
  JSON.parse('['.repeat(500) + ']'.repeat(500)),
  JSON.parse('{"a":'.repeat(300) + '1' + '}'.repeat(300)),
  Array.from({ length: 2_000 }, (_, i) => i),
];

/** What nobody may set of themselves. */
const SMUGGLED = {
  isPaid: true,
  role: 'moderator',
  userId: 'x',
  senderId: 'system',
  uid: 'x',
  createdAt: 0,
  status: 'mutual-like',
  commentOpportunities: 999,
  currentMode: null,
  now: 0,
  sid: 'x',
  tab: 'x',
  toString: 1,
  constructor: {},
};

const shape = z.looseObject({
  anyOf: z.optional(z.array(z.unknown())),
  oneOf: z.optional(z.array(z.unknown())),
  enum: z.optional(z.array(z.unknown())),
  type: z.optional(z.union([z.string(), z.array(z.string())])),
  properties: z.optional(z.record(z.string(), z.unknown())),
  items: z.optional(z.unknown()),
  pattern: z.optional(z.string()),
  maxLength: z.optional(z.number()),
});

interface Mutations {
  chance: Chance;
  /** Ids of things that exist, so that some inputs get past the door. */
  ids: readonly string[];
}

const jsonSchemas = new WeakMap<z.ZodMiniType, unknown>();

function jsonSchemaOf(schema: z.ZodMiniType): unknown {
  const known = jsonSchemas.get(schema) ?? z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  jsonSchemas.set(schema, known);
  return known;
}

/** An input somewhere between right and absurd. */
export function mutate(schema: z.ZodMiniType, mutations: Mutations): unknown {
  const { chance } = mutations;
  if (chance.below(10) === 0) return chance.pick(NASTY);
  const value = valueOf(jsonSchemaOf(schema), mutations);
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject && chance.below(4) === 0 ? { ...value, ...SMUGGLED } : value;
}

function valueOf(schema: unknown, mutations: Mutations): unknown {
  const { chance } = mutations;
  const { anyOf, oneOf, enum: values, type, properties, items, ...rest } = shape.parse(schema);
  if (chance.below(12) === 0) return chance.pick(NASTY);
  if ('const' in rest) return rest['const'];
  if (values) return chance.pick(values);
  const choices = anyOf ?? oneOf;
  if (choices) return valueOf(chance.pick(choices), mutations);
  if (properties) return fieldsOf(properties, mutations);
  switch (chance.pick([type ?? 'null'].flat())) {
    case 'array':
      return Array.from({ length: chance.below(30) }, () => valueOf(items ?? {}, mutations));
    case 'string':
      return textOf(rest, mutations);
    case 'integer':
    case 'number':
      return chance.pick([0, 1, 2, 50, 51, chance.below(2 ** 31), -chance.below(1_000), 1_781_524_800_000]);
    case 'boolean':
      return chance.below(2) === 0;
    default:
      return null;
  }
}

function fieldsOf(properties: Record<string, unknown>, mutations: Mutations): Record<string, unknown> {
  const kept = Object.entries(properties).filter(() => mutations.chance.below(15) !== 0);
  return Object.fromEntries(kept.map(([name, schema]) => [name, valueOf(schema, mutations)]));
}

function textOf(
  { pattern, maxLength = 100 }: { pattern?: string | undefined; maxLength?: number | undefined },
  { chance, ids }: Mutations,
): string {
  if (pattern?.startsWith('^[0-9a-f]{8}')) return chance.pick(ids);
  if (pattern?.includes('\\d{4}')) return chance.pick(['1990-01-01', '2020-02-30', '0001-01-01', '9999-12-31']);
  if (pattern) return chance.pick(['en', 'zh-TW', 'TW', 'TW-TPE', 'tab-number-1', 'qCPhKAbr9ta4SBMvBQP3kg', 'x']);
  const length = chance.pick([0, 1, 5, maxLength - 1, maxLength, maxLength + 1]);
  return chance.pick(['a', 'é', '字', ' ']).repeat(Math.max(length, 0));
}
