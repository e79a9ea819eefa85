import { CODES, REASONS, codeOf, isReason, statusOf, type Code, type Reason } from '../errors.ts';
import type { Json } from './shapes.ts';

export function ref(kind: 'schemas' | 'parameters' | 'responses', name: string): Json {
  return { $ref: `#/components/${kind}/${name}` };
}

export function json(schema: unknown): Json {
  return { 'application/json': { schema } };
}

export function answer(schema: unknown, description = 'The answer'): Json {
  return { description, content: json(schema) };
}

const CODE_NAMES = Object.keys(CODES).filter((code): code is Code => Object.hasOwn(CODES, code));
/** 'cancelled' is the caller's own doing. */
const SENT: readonly Code[] = CODE_NAMES.filter((code) => code !== 'cancelled');
const STATUSES = [...new Set(SENT.map((code) => CODES[code]))].toSorted((one, other) => one - other);

/** What every callable may answer instead of a result. */
export const REFUSALS: Json = Object.fromEntries(STATUSES.map((status) => [status, ref('responses', String(status))]));

/** A response for each HTTP status, with the reasons that lead to it. */
export function refusalResponses(): Json {
  return Object.fromEntries(STATUSES.map((status) => [status, refusalResponse(status)]));
}

function refusalResponse(status: number): Json {
  const codes = SENT.filter((code) => CODES[code] === status);
  const reasons = Object.keys(REASONS)
    .filter(isReason)
    .filter((reason) => codes.includes(codeOf(reason)));
  return {
    description: codes.map(statusOf).join(', '),
    ...(status === CODES['resource-exhausted'] && {
      headers: { 'Retry-After': { description: 'Seconds to wait', schema: { type: 'integer' } } },
    }),
    content: {
      'application/json': {
        schema: { type: 'object', properties: { error: ref('schemas', 'Error') }, required: ['error'] },
        ...(reasons.length > 0 && { examples: Object.fromEntries(reasons.map((reason) => [reason, example(reason)])) }),
      },
    },
  };
}

function example(reason: Reason): Json {
  const [code, message] = REASONS[reason];
  return { value: { error: { status: statusOf(code), message, details: { reason } } } };
}
