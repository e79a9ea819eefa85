import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { CALLABLES, CALLABLE_NAMES } from './callables.ts';
import { EVENTS } from './live.ts';

/** SHA-256 over every schema of the wire; frozen in version.test.ts. Server and tests only (uses node:crypto). */
export function contractHash(): string {
  const shape = (schema: z.ZodMiniType) => z.toJSONSchema(schema, { unrepresentable: 'any', io: 'input' });
  const wire = {
    callables: CALLABLE_NAMES.toSorted().map((name) => [
      name,
      CALLABLES[name].kind,
      shape(CALLABLES[name].input),
      shape(CALLABLES[name].output),
    ]),
    events: Object.entries(EVENTS)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, schema]) => [name, shape(schema)]),
  };
  return createHash('sha256').update(JSON.stringify(wire)).digest('hex').slice(0, 16);
}
