import * as z from 'zod/mini';
import { escapeHtml } from '../static-files.ts';

/** The part of JSON Schema that the contract uses. */
const schema = z.looseObject({
  $ref: z.optional(z.string()),
  type: z.optional(z.union([z.string(), z.array(z.string())])),
  const: z.optional(z.unknown()),
  enum: z.optional(z.array(z.unknown())),
  anyOf: z.optional(z.array(z.unknown())),
  oneOf: z.optional(z.array(z.unknown())),
  items: z.optional(z.unknown()),
  prefixItems: z.optional(z.array(z.unknown())),
  properties: z.optional(z.record(z.string(), z.unknown())),
  required: z.optional(z.array(z.string())),
  propertyNames: z.optional(z.unknown()),
  additionalProperties: z.optional(z.unknown()),
  minLength: z.optional(z.number()),
  maxLength: z.optional(z.number()),
  minimum: z.optional(z.number()),
  maximum: z.optional(z.number()),
});
type Schema = z.infer<typeof schema>;

const INDENT = '  ';

/** Renders a schema the way TypeScript writes a type, as HTML; names link to their own section. */
export function notationOf(value: unknown, depth = 0): string {
  const shape = schema.parse(value);
  const { $ref, anyOf, oneOf, prefixItems } = shape;
  if ($ref !== undefined) return link($ref);
  if ('const' in shape) return literal(shape.const);
  if (shape.enum) return shape.enum.map(literal).join(' | ');
  const choices = anyOf ?? oneOf;
  if (choices) return choices.map((choice) => notationOf(choice, depth)).join(' | ');
  if (prefixItems) return `[${prefixItems.map((item) => notationOf(item, depth)).join(', ')}]`;
  if (shape.type === 'array') return listOf(notationOf(shape.items, depth));
  if (shape.properties) return fields(shape, depth);
  if (shape.propertyNames)
    return `{ [name: ${notationOf(shape.propertyNames)}]: ${notationOf(shape.additionalProperties, depth)} }`;
  return `${[shape.type ?? 'anything'].flat().join(' | ')}${bounds(shape)}`;
}

function link(ref: string): string {
  const name = escapeHtml(ref.split('/').at(-1) ?? '');
  return `<a href="#schema-${name}">${name}</a>`;
}

function literal(value: unknown): string {
  return `<span class="literal">${escapeHtml(typeof value === 'string' ? `'${value}'` : JSON.stringify(value))}</span>`;
}

function listOf(item: string): string {
  return item.includes(' | ') ? `(${item})[]` : `${item}[]`;
}

function fields({ properties = {}, required = [] }: Schema, depth: number): string {
  const inner = INDENT.repeat(depth + 1);
  const lines = Object.entries(properties).map(([name, value]) => {
    const optional = required.includes(name) ? '' : '?';
    return `${inner}${escapeHtml(name)}${optional}: ${notationOf(value, depth + 1)}`;
  });
  return lines.length === 0 ? '{}' : `{\n${lines.join('\n')}\n${INDENT.repeat(depth)}}`;
}

function bounds({ minLength, maxLength, minimum, maximum }: Schema): string {
  const range = (low: number | undefined, high: number | undefined, unit: string): string =>
    low === undefined && high === undefined ? '' : ` <span class="bounds">${low ?? 0}–${high ?? '…'}${unit}</span>`;
  return range(minLength, maxLength, ' characters') || range(minimum, maximum, '');
}
