import * as z from 'zod/mini';
import { chatRoom, message } from '../chats.ts';
import { directCall, pastCall } from '../direct-calls.ts';
import { wireError } from '../errors.ts';
import { ownProfile, partnerProfile, strangerProfile } from '../people.ts';
import { block, safetyTarget } from '../safety.ts';
import { alias, id, languageTag, person, region, requestId, tabId, time } from '../schema.ts';
import { callView, engagementView, iceCandidate, queueView, signal } from '../voice.ts';

export type Json = { readonly [key: string]: unknown };

/** Turns a schema of the contract into JSON Schema. */
export interface Shapes {
  of(schema: z.ZodMiniType): unknown;
  /** Named schemas, once each. */
  named(): Json;
}

/** Schemas that have a name of their own in the document. */
const NAMED = z.registry<{ id: string; description?: string }>();
NAMED.add(id, { id: 'Id', description: 'Lower-case UUID, made by the server' })
  .add(alias, { id: 'Alias', description: 'The name of a stranger in one call or room, and nowhere else' })
  .add(time, { id: 'Time', description: 'Milliseconds since the epoch, by the server’s clock' })
  .add(requestId, { id: 'RequestId', description: 'The same on every retry of one call' })
  .add(tabId, { id: 'TabId', description: 'One browser tab' })
  .add(languageTag, { id: 'LanguageTag', description: 'BCP 47, e.g. "en" or "zh-TW"' })
  .add(region, { id: 'Region', description: 'ISO 3166, e.g. "TW" or "TW-TPE"' })
  .add(person, { id: 'Person' })
  .add(directCall, { id: 'DirectCall' })
  .add(pastCall, { id: 'PastCall' })
  .add(ownProfile, { id: 'OwnProfile' })
  .add(partnerProfile, { id: 'PartnerProfile' })
  .add(strangerProfile, { id: 'StrangerProfile' })
  .add(safetyTarget, { id: 'SafetyTarget' })
  .add(block, { id: 'Block' })
  .add(callView, { id: 'Call', description: 'A call as one of its two people sees it' })
  .add(queueView, { id: 'QueuePlace' })
  .add(engagementView, { id: 'Engagement' })
  .add(signal, { id: 'Signal' })
  .add(iceCandidate, { id: 'IceCandidate' })
  .add(chatRoom, { id: 'ChatRoom' })
  .add(message, { id: 'Message' })
  .add(wireError, { id: 'Error' });

const document = z.looseObject({
  properties: z.object({ root: z.unknown() }),
  $defs: z.optional(z.record(z.string(), z.unknown())),
});

export function createShapes(): Shapes {
  const components = new Map<string, unknown>();
  return {
    of(schema) {
      // A schema at the root would be written out instead of being referred to by its name.
      const text = JSON.stringify(
        z.toJSONSchema(z.object({ root: schema }), {
          metadata: NAMED,
          io: 'input',
          unrepresentable: 'any',
          override: tidy,
        }),
      );
      const { properties, $defs = {} } = document.parse(
        JSON.parse(text.replaceAll('"#/$defs/', '"#/components/schemas/')),
      );
      for (const [name, { id: _, ...shape }] of Object.entries($defs).map(([n, v]) => [n, Object(v)] as const))
        components.set(name, shape);
      return properties.root;
    },
    named: () => Object.fromEntries([...components].toSorted(([one], [other]) => (one < other ? -1 : 1))),
  };
}

/** Drops the limits that every number of JavaScript has. */
function tidy({ jsonSchema }: { jsonSchema: { minimum?: number; maximum?: number } }): void {
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
}
