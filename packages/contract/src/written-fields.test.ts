import { expect, test } from 'vitest';
import type * as z from 'zod/mini';
import { CALLABLE_NAMES, CALLABLES } from './callables.ts';

/** Strings that no person writes, by their path; each is opaque to the server or has its own parser. */
const OPAQUE: ReadonlySet<string> = new Set([
  'acceptCallAnswer.sdp',
  'acceptTerms.termsVersion',
  'addIceCandidate.candidate.candidate',
  'addIceCandidate.candidate.sdpMid',
  'addIceCandidate.candidate.usernameFragment',
  'blockUser.target.id',
  'completeOnboarding.termsVersion',
  'completeOnboarding.timezone',
  'createCallOffer.sdp',
  'listChatRooms.cursor',
  'reportUser.target.id',
  'startCallSession.offer',
  'sync.cursor',
  'updateFcmToken.token',
  'updatePreferences.timezone',
  'updateProfile.photos',
  'updateProfile.timezone',
]);

const ID = '00000000-0000-4000-8000-000000000000';
/** One of each form that holds no words: ids, message ids, paths of files, dates, regions, languages, emoji. */
const CODES = [ID, `${ID}.1`, `images/${ID}.jpg`, '2000-01-31', 'TW', 'zh-TW', '👍'];

/** Reversed, with an invisible letter: what no text may hold. */
const TRICK = '\u202Ea\u200B';

interface Field {
  path: string;
  schema: z.ZodMiniType;
}

/** Keys of a schema's definition that hold its parts. */
interface Definition {
  type: string;
  shape: Record<string, z.ZodMiniType>;
  element: z.ZodMiniType;
  items: z.ZodMiniType[];
  options: z.ZodMiniType[];
  valueType: z.ZodMiniType;
  innerType: z.ZodMiniType;
  in: z.ZodMiniType;
  getter(): z.ZodMiniType;
}

/** Every part of a callable's input that takes a string, with what transforms it. */
function getStringFields({ path, schema }: Field): Field[] {
  const def = getDefinition(schema);
  const inner = (part: z.ZodMiniType, name = ''): Field[] =>
    getStringFields({ path: name === '' ? path : `${path}.${name}`, schema: part });
  switch (def.type) {
    case 'object':
      return Object.entries(def.shape).flatMap(([name, part]) => inner(part, name));
    case 'array':
      return inner(def.element);
    case 'tuple':
      return def.items.flatMap((item) => inner(item));
    case 'union':
      return def.options.flatMap((option) => inner(option));
    case 'record':
      return inner(def.valueType);
    case 'optional':
    case 'nullable':
    case 'default':
      return inner(def.innerType);
    case 'lazy':
      return inner(def.getter());
    case 'pipe':
      return takesString(schema) ? [{ path, schema }] : inner(def.in);
    case 'string':
      return [{ path, schema }];
    case 'enum':
    case 'literal':
    case 'number':
    case 'boolean':
    case 'int':
      return [];
    default:
      throw new Error(`${path}: a schema of type ${def.type} is not walked yet`);
  }
}

function takesString(schema: z.ZodMiniType): boolean {
  const { type, in: first } = getDefinition(schema);
  return type === 'string' || (type === 'pipe' && takesString(first));
}

/** A definition has only the parts of its own type. */
function getDefinition(schema: z.ZodMiniType): Definition {
  return schema._zod.def as unknown as Definition;
}

const fields = CALLABLE_NAMES.flatMap((name) => getStringFields({ path: name, schema: CALLABLES[name].input }));

/** visible: text becomes visible text. opaque: text is passed on as it came. code: only a form that holds no words passes. */
function getKind({ schema }: Field): 'visible' | 'opaque' | 'code' | 'refuses everything' {
  const parsed = schema.safeParse(TRICK);
  if (parsed.success) return parsed.data === 'a' ? 'visible' : 'opaque';
  return CODES.some((code) => schema.safeParse(code).success) ? 'code' : 'refuses everything';
}

function getPaths(kind: ReturnType<typeof getKind>): string[] {
  return fields.filter((field) => getKind(field) === kind).map(({ path }) => path);
}

test('every text that people write is visible text, and all other strings are named or codes', () => {
  expect(new Set(getPaths('opaque'))).toEqual(OPAQUE);
  expect(getPaths('refuses everything')).toEqual([]);
});

test('the walk finds the written fields', () => {
  const written = getPaths('visible');
  expect(written).toContain('sendMessageV2v2.content');
  expect(written).toContain('updateProfile.name');
  expect(new Set(written).size).toBeGreaterThanOrEqual(14);
});
