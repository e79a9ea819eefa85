import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { CALLABLES, CALLABLE_NAMES } from './callables.ts';
import { publicConfig, tokenAnswer } from './config.ts';
import { CODES, HTTP_STATUSES, REASONS, wireError } from './errors.ts';
import { CLOSE, EVENTS, clientFrame, serverFrame } from './live.ts';
import { pushPayload, pushSubscription } from './push.ts';

/** SHA-256 over everything of the wire; frozen in version.test.ts. Server and tests only (uses node:crypto). */
export function contractHash(): string {
  return createHash('sha256').update(JSON.stringify(wire())).digest('hex').slice(0, 16);
}

/** All that client and server must agree on, in any order. */
export function wire() {
  const callables = CALLABLE_NAMES.map((name) => {
    const { kind, input, output } = CALLABLES[name];
    return [name, { kind, input: shape(input), output: shape(output) }] as const;
  });
  const events = Object.entries(EVENTS).map(([name, schema]) => [name, shape(schema)] as const);
  return {
    callables: sorted(callables),
    events: sorted(events),
    frames: { client: shape(clientFrame), server: shape(serverFrame), close: sorted(Object.entries(CLOSE)) },
    errors: {
      codes: sorted(Object.entries(CODES)),
      reasons: sorted(Object.entries(REASONS)),
      statuses: sorted(Object.entries(HTTP_STATUSES)),
      form: shape(wireError),
    },
    config: shape(publicConfig),
    token: shape(tokenAnswer),
    push: { subscription: shape(pushSubscription), payload: shape(pushPayload) },
  };
}

function shape(schema: z.ZodMiniType): unknown {
  return z.toJSONSchema(schema, { unrepresentable: 'any', io: 'input' });
}

function sorted<Value>(entries: readonly (readonly [name: string, value: Value])[]) {
  return entries.toSorted(([one], [other]) => (one < other ? -1 : 1));
}
