import * as z from 'zod/v4/core';

/** Writes as JSON what its schema names and nothing else. */
export type LetOut = (value: unknown) => string;

const LEAVES = [z.$ZodString, z.$ZodNumber, z.$ZodBoolean, z.$ZodNull, z.$ZodLiteral, z.$ZodEnum];

/**
 * What a module lets slip beside the contract's keys never reaches a person. The values are our own and typed, so they
 * are not checked again: that would cost more than making them.
 * @throws TypeError for a schema of a kind that nobody has taught it: what is inside of one would leave as it is.
 *   What it answers throws one for a value whose shape the schema does not know.
 */
export function letOutOf(schema: z.$ZodType): LetOut {
  if (schema instanceof z.$ZodObject) return letOutObject(schema._zod.def.shape);
  if (schema instanceof z.$ZodArray) return letOutItems(letOutOf(schema._zod.def.element));
  if (schema instanceof z.$ZodTuple && schema._zod.def.rest === null) return letOutTuple(schema._zod.def.items);
  if (schema instanceof z.$ZodRecord) return letOutValues(letOutOf(schema._zod.def.valueType));
  if (schema instanceof z.$ZodUnion) return letOutOneOf(schema._zod.def.options);
  if (schema instanceof z.$ZodNullable) return letOutPresent(letOutOf(schema._zod.def.innerType));
  if (schema instanceof z.$ZodOptional) return letOutOf(schema._zod.def.innerType);
  if (isLeaf(schema)) return leaf;
  throw unknownKind(schema);
}

function isLeaf(schema: z.$ZodType): boolean {
  return LEAVES.some((kind) => schema instanceof kind);
}

function unknownKind(schema: z.$ZodType, where = ''): TypeError {
  const { type } = schema._zod.def;
  return new TypeError(`the contract answers a schema of the kind "${type}"${where}, which the door cannot write`);
}

function leaf(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (value === null || typeof value === 'boolean' || Number.isFinite(value)) return String(value);
  throw new TypeError('no simple value where the contract has one');
}

function letOutObject(shape: z.$ZodShape): LetOut {
  const keys = Object.entries(shape).map(([key, schema]) => ({
    ...{ key, name: `${JSON.stringify(key)}:`, letOut: letOutOf(schema) },
    mayMiss: schema instanceof z.$ZodOptional,
  }));
  return (value) => {
    const given = objectOf(value);
    let out = '';
    for (const { key, name, letOut, mayMiss } of keys) {
      const one = given[key];
      if (one !== undefined) out += (out === '' ? '' : ',') + name + letOut(one);
      else if (!mayMiss) throw new TypeError(`no ${key} where the contract has one`);
    }
    return `{${out}}`;
  };
}

function letOutPresent(letOut: LetOut): LetOut {
  return (value) => (value === null ? 'null' : letOut(value));
}

function letOutItems(letOut: LetOut): LetOut {
  return (value) => `[${arrayOf(value).map(letOut).join(',')}]`;
}

function letOutTuple(items: readonly z.$ZodType[]): LetOut {
  const letOuts = items.map(letOutOf);
  return (value) => {
    const given = arrayOf(value);
    return `[${letOuts.map((letOut, i) => letOut(given[i])).join(',')}]`;
  };
}

function letOutValues(letOut: LetOut): LetOut {
  return (value) => {
    const given = objectOf(value);
    const entries = Object.keys(given).map((key) => `${JSON.stringify(key)}:${letOut(given[key])}`);
    return `{${entries.join(',')}}`;
  };
}
/** The first whose keys are there, its literals and words of several equal. */
function letOutOneOf(options: readonly z.$ZodType[]): LetOut {
  const choices = options.map((option) => ({ fits: fitting(option), letOut: letOutOf(option) }));
  return (value) => {
    const choice = choices.find(({ fits }) => fits(value));
    if (!choice) throw new TypeError('none of the shapes the contract has');
    return choice.letOut(value);
  };
}

function fitting(schema: z.$ZodType): (value: unknown) => boolean {
  if (schema instanceof z.$ZodUnion) {
    const options = schema._zod.def.options.map(fitting);
    return (value) => options.some((fits) => fits(value));
  }
  if (schema instanceof z.$ZodNull) return (value) => value === null;
  if (isLeaf(schema)) return (value) => typeof value !== 'object';
  if (!(schema instanceof z.$ZodObject)) throw unknownKind(schema, ' among several shapes');
  const keys = Object.entries(schema._zod.def.shape).map(([key, one]) => [key, fittingKey(one)] as const);
  return (value) => isObject(value) && keys.every(([key, fits]) => fits(value[key]));
}

function fittingKey(schema: z.$ZodType): (value: unknown) => boolean {
  if (schema instanceof z.$ZodOptional) return () => true;
  if (!(schema instanceof z.$ZodLiteral || schema instanceof z.$ZodEnum)) return (value) => value !== undefined;
  const values: ReadonlySet<unknown> = schema._zod.values;
  return (value) => values.has(value);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function objectOf(value: unknown): Record<string, unknown> {
  if (!isObject(value)) throw new TypeError('no object where the contract has one');
  return value;
}

function arrayOf(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw new TypeError('no array where the contract has one');
  return value;
}
