import * as z from 'zod/v4/core';

/** Serializes what its schema names, and nothing else, as JSON. */
export type LetOut = (value: unknown) => string;

const LEAVES = [z.$ZodString, z.$ZodNumber, z.$ZodBoolean, z.$ZodNull, z.$ZodLiteral, z.$ZodEnum];

/**
 * Drops keys that a module returns beside the contract's, so that they never reach a client. Values are typed by us and
 * not validated again: that would cost more than making them.
 * @throws TypeError for a schema of an unknown kind, since its contents could not be filtered. The returned function
 * throws one for a value of a shape the schema does not know.
 */
export function letOutOf(schema: z.$ZodType): LetOut {
  const keep = keepOf(schema);
  return (value) => JSON.stringify(keep(value));
}

/**
 * Drops what the schema does not name. Returns the value itself when nothing is dropped: a copy costs more than a look.
 */
type Keep = (value: unknown) => unknown;

/** Unwraps a lazy schema. */
function madeOf(schema: z.$ZodType): z.$ZodType {
  return schema instanceof z.$ZodLazy ? madeOf(schema._zod.innerType) : schema;
}

function keepOf(asked: z.$ZodType): Keep {
  const schema = madeOf(asked);
  if (schema instanceof z.$ZodObject) return keepKeys(schema._zod.def.shape);
  if (schema instanceof z.$ZodArray) return keepItems(keepOf(schema._zod.def.element));
  if (schema instanceof z.$ZodTuple && schema._zod.def.rest === null) return keepTuple(schema._zod.def.items);
  if (schema instanceof z.$ZodRecord) return keepValues(keepOf(schema._zod.def.valueType));
  if (schema instanceof z.$ZodUnion) return keepOneOf(schema._zod.def.options);
  if (schema instanceof z.$ZodNullable) return keepPresent(keepOf(schema._zod.def.innerType));
  if (schema instanceof z.$ZodOptional) return keepOf(schema._zod.def.innerType);
  if (isLeaf(schema)) return keepLeaf;
  throw unknownKind(schema);
}

function isLeaf(schema: z.$ZodType): boolean {
  return LEAVES.some((kind) => schema instanceof kind);
}

function unknownKind(schema: z.$ZodType, where = ''): TypeError {
  const { type } = schema._zod.def;
  return new TypeError(`the contract answers a schema of the kind "${type}"${where}, which the door cannot write`);
}

function keepLeaf(value: unknown): unknown {
  if (typeof value === 'string' || value === null || typeof value === 'boolean' || Number.isFinite(value)) return value;
  throw new TypeError('no simple value where the contract has one');
}

function keepKeys(shape: z.$ZodShape): Keep {
  const names = new Set(Object.keys(shape));
  const keys = Object.entries(shape).map(([key, schema]) => ({
    key,
    keep: keepOf(schema),
    mayMiss: madeOf(schema) instanceof z.$ZodOptional,
  }));
  return (value) => {
    const given = objectOf(value);
    let kept = given;
    let named = 0;
    for (const { key, keep, mayMiss } of keys) {
      const one = given[key];
      if (one === undefined) {
        if (!mayMiss) throw new TypeError(`no ${key} where the contract has one`);
        continue;
      }
      named++;
      const left = keep(one);
      if (left !== one) kept = { ...kept, [key]: left };
    }
    return isPlain(given) && numberOfKeys(given) === named ? kept : only(names, given, kept);
  };
}

/** A copy has lost the keys that an object inherits, so those are read from the original. */
function only(
  names: ReadonlySet<string>,
  given: Record<string, unknown>,
  kept: Record<string, unknown>,
): Record<string, unknown> {
  return Object.fromEntries([...names].map((name) => [name, Object.hasOwn(kept, name) ? kept[name] : given[name]]));
}

/** Counts the keys of a plain object, which are all its own, without making a list of them. */
function numberOfKeys(value: object): number {
  let count = 0;
  for (const _ in value) count++;
  return count;
}

/** Whether JSON.stringify reads its own keys only, and no toJSON of a class. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

function keepPresent(keep: Keep): Keep {
  return (value) => (value === null ? null : keep(value));
}

function keepItems(keep: Keep): Keep {
  return (value) => {
    const given = arrayOf(value);
    return given.every((item) => keep(item) === item) ? given : given.map((item) => keep(item));
  };
}

function keepTuple(items: readonly z.$ZodType[]): Keep {
  const keeps = items.map(keepOf);
  return (value) => {
    const given = arrayOf(value);
    const isSame = given.length === keeps.length && keeps.every((keep, i) => keep(given[i]) === given[i]);
    return isSame ? given : keeps.map((keep, i) => keep(given[i]));
  };
}

function keepValues(keep: Keep): Keep {
  return (value) => {
    const given = objectOf(value);
    const keys = Object.keys(given);
    return isPlain(given) && keys.every((key) => keep(given[key]) === given[key])
      ? given
      : Object.fromEntries(keys.map((key) => [key, keep(given[key])]));
  };
}

/** Picks the first option that has its keys present, and its literals and enum values equal. */
function keepOneOf(options: readonly z.$ZodType[]): Keep {
  const choices = options.map((option) => ({ fits: fitting(option), keep: keepOf(option) }));
  return (value) => {
    const choice = choices.find(({ fits }) => fits(value));
    if (!choice) throw new TypeError('none of the shapes the contract has');
    return choice.keep(value);
  };
}

function fitting(asked: z.$ZodType): (value: unknown) => boolean {
  const schema = madeOf(asked);
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

function fittingKey(asked: z.$ZodType): (value: unknown) => boolean {
  const schema = madeOf(asked);
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
