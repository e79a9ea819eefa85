import * as z from 'zod/mini';
import type { Bus } from '../platform/bus.ts';
import type { Stop } from '../platform/stop.ts';
import { queueOf, type Mode, type Waiting } from './row.ts';

/**
 * A change sent to the queue's lease holder ahead of its next read. edited: the preferences changed or the user left a
 * queue; every node drops its cached preferences.
 */
export type QueueHint =
  | { kind: 'came'; people: Waiting[] }
  | { kind: 'left'; people: Pick<Waiting, 'userId' | 'ticket'>[] }
  | { kind: 'edited'; userId: string };

const hint = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('came'),
    people: z.array(
      z.object({
        userId: z.string(),
        ticket: z.string(),
        place: z.number(),
        since: z.number(),
        tab: z.nullable(z.string()),
        language: z.nullable(z.string()),
        region: z.nullable(z.string()),
        interests: z.readonly(z.array(z.string())),
        // Nodes of the previous release omit these; their users have a socket there.
        elsewhere: z._default(z.boolean(), true),
        pausedUntil: z._default(z.nullable(z.number()), null),
        checkUntil: z._default(z.nullable(z.number()), null),
      }),
    ),
  }),
  z.object({ kind: z.literal('edited'), userId: z.string() }),
  z.object({ kind: z.literal('left'), people: z.array(z.object({ userId: z.string(), ticket: z.string() })) }),
]);

export function publishHint(bus: Bus, mode: Mode, told: QueueHint): void {
  bus.publish(`queue.${queueOf(mode)}`, told);
}

export function onHint(bus: Bus, mode: Mode, hear: (told: QueueHint) => void): Stop {
  return bus.subscribe(`queue.${queueOf(mode)}`, (message) => hear(hint.parse(message)));
}

const LENGTHS = 'queues';

/** Announces another number of waiting users; sent by the lease holder, at most once a second. */
export function publishLength(bus: Bus): void {
  bus.publish(LENGTHS, null);
}

export function onLength(bus: Bus, hear: () => void): Stop {
  return bus.subscribe(LENGTHS, () => hear());
}
