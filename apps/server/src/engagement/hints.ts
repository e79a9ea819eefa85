import * as z from 'zod/mini';
import type { Bus } from '../platform/bus.ts';
import type { Stop } from '../platform/stop.ts';
import { queueOf, type Mode, type Waiting } from './row.ts';

/**
 * What the holder of a queue's lease is told, so that it need not wait until it reads the queue again. edited: what they
 * are paired by is another from now on, or they have left a queue, which concerns every node that knows them.
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
        // A node of the release before says nothing of these, and what it tells of came to it over a socket.
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

/** Of a queue, by whoever pairs there and at most once a second: another number of people wait. */
export function publishLength(bus: Bus): void {
  bus.publish(LENGTHS, null);
}

export function onLength(bus: Bus, hear: () => void): Stop {
  return bus.subscribe(LENGTHS, () => hear());
}
