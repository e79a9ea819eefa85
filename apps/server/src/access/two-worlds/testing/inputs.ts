import { CALLABLES, type CallableName } from '@yonder/contract';
import * as z from 'zod/mini';
import type { Chance } from '../../../testing/mutations.ts';
import { kindOfField, type IdKind, type KnownIds } from './known-ids.ts';

const TRIES = 200;
const WORDS = ['Hello there', 'A walk by the river', 'Tea', 'x', ''];
const shape = z.looseObject({
  anyOf: z.optional(z.array(z.unknown())),
  oneOf: z.optional(z.array(z.unknown())),
  enum: z.optional(z.array(z.unknown())),
  type: z.optional(z.union([z.string(), z.array(z.string())])),
  properties: z.optional(z.record(z.string(), z.unknown())),
  required: z.optional(z.array(z.string())),
  items: z.optional(z.unknown()),
  pattern: z.optional(z.string()),
  minimum: z.optional(z.number()),
  maximum: z.optional(z.number()),
  minItems: z.optional(z.number()),
});
type Shape = z.infer<typeof shape>;

interface Making {
  chance: Chance;
  known: KnownIds;
  now: number;
}

const shapes = new Map<CallableName, Shape>();

function shapeOf(name: CallableName): Shape {
  const known = shapes.get(name);
  if (known) return known;
  const made = shape.parse(z.toJSONSchema(CALLABLES[name].input, { io: 'input', unrepresentable: 'any' }));
  shapes.set(name, made);
  return made;
}

/**
 * An input that the callable's schema accepts, out of what the watcher knows.
 * @throws Error for a callable whose schema this cannot satisfy.
 */
export function makeInput(name: CallableName, making: Making): unknown {
  for (let i = 0; i < TRIES; i++) {
    const value = valueOf(shapeOf(name), { field: '', making });
    if (CALLABLES[name].input.safeParse(value).success) return value;
  }
  throw new Error(`no input can be made for ${name}: teach access/two-worlds/inputs.ts its schema`);
}

/** The inputs of a query for every id that it could be asked about; one input where it takes no id. */
export function allInputs(name: CallableName, making: Making): unknown[] {
  const { properties = {}, required = [] } = objectIn(shapeOf(name));
  const [field] = Object.keys(properties).filter((one) => kindOfField(one) !== 'other');
  if (field === undefined) return [makeInput(name, making)];
  const kind = kindOfField(field);
  const others = Object.entries(properties).filter(([one]) => one !== field && required.includes(one));
  return making.known.of(kind).map((id) => {
    const isList = shape.parse(properties[field]).type === 'array';
    const rest = others.map(([one, schema]) => [one, valueOf(schema, { field: one, making })]);
    return { ...Object.fromEntries(rest), [field]: isList ? [id] : id };
  });
}

function objectIn(schema: Shape): Shape {
  if (schema.properties) return schema;
  const choices = (schema.anyOf ?? schema.oneOf ?? []).map((choice) => objectIn(shape.parse(choice)));
  return choices.find(({ properties }) => properties) ?? {};
}

function valueOf(schema: unknown, { field, making }: { field: string; making: Making }): unknown {
  const { chance } = making;
  const { anyOf, oneOf, enum: values, type: types, properties, required = [], items, ...rest } = shape.parse(schema);
  const type = chance.pick([types ?? 'null'].flat());
  if ('const' in rest) return rest['const'];
  if (values) return chance.pick(values);
  const choices = anyOf ?? oneOf;
  if (choices) return valueOf(chance.pick(choices), { field, making });
  if (properties) return objectOf({ properties, required }, making);
  if (type === 'array') {
    return Array.from({ length: (rest.minItems ?? 0) + chance.below(3) }, () =>
      valueOf(items ?? {}, { field, making }),
    );
  }
  if (type === 'string') return textOf(field, { pattern: rest.pattern, making });
  if (type === 'boolean') return chance.below(2) === 0;
  if (type === 'integer' || type === 'number') return numberOf(field, rest, making);
  return null;
}

function objectOf(
  { properties, required }: { properties: Record<string, unknown>; required: readonly string[] },
  making: Making,
): Record<string, unknown> {
  const fields = Object.entries(properties).filter(([name]) => required.includes(name) || making.chance.below(2) === 0);
  const made = Object.fromEntries(fields.map(([field, schema]) => [field, valueOf(schema, { field, making })]));
  const target = z.object({ type: z.string(), id: z.string() }).safeParse(made).data;
  if (!target) return made;
  const type = making.chance.pick(TARGET_TYPES);
  return { ...made, type, id: targetId(type, making) };
}

const TARGETS: Readonly<Record<string, IdKind>> = {
  user: 'user',
  call: 'call',
  chatRoom: 'room',
  message: 'message',
  post: 'post',
  comment: 'comment',
};

/** What is blocked and reported: people by name and strangers of a call or a room most. */
const TARGET_TYPES = ['user', 'user', 'user', 'call', 'call', 'chatRoom', 'chatRoom', 'message', 'post', 'comment'];

function targetId(type: string, making: Making): string {
  return idOf(TARGETS[type] ?? 'other', making);
}

const NOBODY = '00000000-0000-7000-8000-000000000000';
const AFTER_ALL = 'ffffffff-ffff-7fff-bfff-ffffffffffff';

/** The latest ids are asked about most. */
function idOf(kind: IdKind, { known, chance }: Making): string {
  const ids = known.of(kind);
  if (ids.length === 0) return kind === 'message' ? `${NOBODY}.1` : NOBODY;
  return chance.below(2) === 0 ? ids.at(-1)! : chance.pick(ids);
}

function textOf(field: string, { pattern, making }: { pattern: string | undefined; making: Making }): string {
  const { chance, known, now } = making;
  if (field === 'clientMessageId') return uuidFrom(chance);
  if (field === 'path') return chance.pick([...known.of('path'), `images/${NOBODY}.webp`]);
  // Of two ids made in one millisecond either may be the greater one: a page begins before all, or after all.
  if (field === 'before') return chance.pick([NOBODY, AFTER_ALL]);
  if (kindOfField(field) !== 'other') return idOf(kindOfField(field), making);
  if (pattern?.startsWith('^[0-9a-f]{8}')) return chance.pick([NOBODY, ...known.of('other')]);
  if (pattern?.includes('\\d{4}')) return new Date(now - 40 * 365 * 86_400_000).toISOString().slice(0, 10);
  if (field === 'region') return 'TW';
  if (field === 'language' || field === 'languages') return chance.pick(['en', 'en', 'zh-TW']);
  if (field === 'emoji') return chance.pick(['👍', '🎉']);
  if (field === 'sdp' || field === 'offer') return 'v=0\r\n';
  return pattern ? 'tab-number-1' : chance.pick(WORDS);
}

/** Not the crypto module's: both worlds must draw the same one. */
function uuidFrom({ below }: Chance): string {
  const hex = (length: number): string => Array.from({ length }, () => below(16).toString(16)).join('');
  return `${hex(8)}-${hex(4)}-7${hex(3)}-8${hex(3)}-${hex(12)}`;
}

function numberOf(field: string, { minimum = 0, maximum = 100 }: Shape, { chance, now }: Making): number {
  if (field === 'lat') return 25.03;
  if (field === 'lng') return 121.56;
  if (field === 'since' || field === 'clientCreatedAt') return now - chance.below(3) * 60_000;
  return minimum + chance.below(Math.min(maximum - minimum, 5) + 1);
}
