import { message } from '@yonder/contract';
import * as z from 'zod/mini';
import type { Stop } from '../../lib/clock.ts';
import { unsent } from './unsent.ts';

/** A message between a user's tabs: server events may be late or lost, and do not cover everything. */
const note = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('written'), unsent }),
  z.object({ kind: z.literal('discarded'), unsent }),
  z.object({ kind: z.literal('stored'), message }),
  z.object({ kind: z.literal('read'), chatRoomId: z.string(), readSeq: z.number(), unread: z.number() }),
]);
export type Note = z.infer<typeof note>;

export interface Notes {
  post: (note: Note) => void;
  /** Receives messages of other tabs. */
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
