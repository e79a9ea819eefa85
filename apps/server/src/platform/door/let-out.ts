import type * as z from 'zod/v4/core';

/** Copies what its schema names and nothing else. */
export type LetOut = (value: unknown) => unknown;

/**
 * What a module lets slip beside the contract's keys never reaches a person. The values are our own and typed, so they
 * are not checked again: that would cost more than making them.
 * @throws TypeError from a value whose shape the schema does not know
 */
export function letOutOf(schema: z.$ZodType): LetOut {
  const known = schema as z.$ZodTypes;
  switch (known._zod.def.type) {
    case 'object':
      return letOutObject(known._zod.def.shape);
    case 'array':
      return letOutItems(letOutOf(known._zod.def.element));
    case 'tuple': {
      const items = known._zod.def.items.map(letOutOf);
      return (value) => arrayOf(value).map((item, i) => (items[i] ?? leaf)(item));
    }
    case 'record':
      return letOutValues(letOutOf(known._zod.def.valueType));
    case 'nullable':
    case 'optional':
    case 'default':
    case 'readonly': {
      const inner = letOutOf(known._zod.def.innerType);
      return (value) => (value === null || value === undefined ? value : inner(value));
    }
    case 'union':
      return letOutOneOf(known._zod.def.options);
    case 'unknown':
      return (value) => value;
    default:
      return leaf;
  }
}

function leaf(value: unknown): unknown {
  if (typeof value === 'object' && value !== null) throw new TypeError('an object where the contract has none');
  return value;
}

function letOutObject(shape: z.$ZodShape): LetOut {
  const keys = Object.entries(shape).map(([key, schema]) => [key, letOutOf(schema)] as const);
  return (value) => {
    const given = objectOf(value);
    const out: Record<string, unknown> = {};
    for (const [key, letOut] of keys) if (given[key] !== undefined) out[key] = letOut(given[key]);
    return out;
  };
}

function letOutItems(letOut: LetOut): LetOut {
  return (value) => arrayOf(value).map(letOut);
}

function letOutValues(letOut: LetOut): LetOut {
  return (value) => Object.fromEntries(Object.entries(objectOf(value)).map(([key, one]) => [key, letOut(one)]));
}

/** The first whose keys are there, its literals equal. */
function letOutOneOf(options: readonly z.$ZodType[]): LetOut {
  const choices = options.map((option) => ({ fits: fitting(option), letOut: letOutOf(option) }));
  return (value) => {
    const choice = choices.find(({ fits }) => fits(value));
    if (!choice) throw new TypeError('none of the shapes the contract has');
    return choice.letOut(value);
  };
}

function fitting(schema: z.$ZodType): (value: unknown) => boolean {
  const known = schema as z.$ZodTypes;
  const { def } = known._zod;
  if (def.type === 'union') {
    const options = def.options.map(fitting);
    return (value) => options.some((fits) => fits(value));
  }
  if (def.type !== 'object') return (value) => (def.type === 'null' ? value === null : typeof value !== 'object');
  const keys = Object.entries(def.shape).map(([key, one]) => [key, valuesOf(one)] as const);
  return (value) =>
    typeof value === 'object' &&
    value !== null &&
    keys.every(([key, values]) => {
      const given: unknown = Reflect.get(value, key);
      return values === 'any' ? given !== undefined : values === 'optional' || values.has(given);
    });
}

function valuesOf(schema: z.$ZodType): ReadonlySet<unknown> | 'any' | 'optional' {
  const { def } = (schema as z.$ZodTypes)._zod;
  if (def.type === 'optional') return 'optional';
  return def.type === 'literal' ? new Set(def.values) : 'any';
}

function objectOf(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null) throw new TypeError('no object where the contract has one');
  return value as Record<string, unknown>;
}

function arrayOf(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw new TypeError('no array where the contract has one');
  return value;
}
