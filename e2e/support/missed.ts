import type { EventName } from '@yonder/contract';
import * as z from 'zod/mini';
import type { Participant } from './participant.ts';

/** They may be lost without anybody noticing. Signals may not: of each the server knows whether it was written. */
const HINTS = new Set<string>(['queue.updated', 'call.matched', 'call.updated'] satisfies EventName[]);

const frame = z.object({ type: z.string(), name: z.optional(z.string()) });

/** How many of them were lost. */
export type Missed = () => number;

/** From the page's next load on no event about calls reaches it, while the socket stays up and answers come through. */
export async function missEvents({ page }: Participant): Promise<Missed> {
  let missed = 0;
  await page.routeWebSocket(/\/api\/v1\/live$/, (socket) => {
    socket.connectToServer().onMessage((message) => {
      const { type, name = '' } = frame.parse(JSON.parse(String(message)));
      if (type === 'event' && HINTS.has(name)) missed++;
      else socket.send(message);
    });
  });
  return () => missed;
}
