import { message } from '@yonder/contract';
import * as z from 'zod/mini';
import type { Stop } from '../../lib/clock.ts';
import { unsent } from './unsent.ts';

/** What one tab of a person tells the others: events of the server may be late or lost, and some things it never says. */
const note = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('written'), unsent }),
  z.object({ kind: z.literal('discarded'), unsent }),
  z.object({ kind: z.literal('stored'), message }),
  z.object({ kind: z.literal('read'), chatRoomId: z.string(), readSeq: z.number(), unread: z.number() }),
]);
export type Note = z.infer<typeof note>;

export interface Notes {
  post: (note: Note) => void;
  /** What other tabs say. */
  listen: (hear: (note: Note) => void) => Stop;
}

export function createNotes(name: string): Notes & { close: Stop } {
  const channel = new BroadcastChannel(name);
  let isOpen = true;
  return {
    post: (said) => {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel never leaves its origin
      if (isOpen) channel.postMessage(said);
    },
    listen(hear) {
      const receive = ({ data }: MessageEvent<unknown>): void => {
        // Another tab may still run an older version of this page.
        const heard = note.safeParse(data);
        if (heard.success) hear(heard.data);
      };
      channel.addEventListener('message', receive);
      return () => channel.removeEventListener('message', receive);
    },
    close() {
      isOpen = false;
      channel.close();
    },
  };
}
