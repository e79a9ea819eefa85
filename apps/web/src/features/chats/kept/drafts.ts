import { quote } from '@yonder/contract';
import * as z from 'zod/mini';
import type { Stop } from '../../../lib/clock.ts';
import type { Shelf } from '../../../lib/personal-storage.ts';

/** What somebody has begun to write in a room. */
const draft = z.object({ chatRoomId: z.string(), content: z.string(), replyTo: z.nullable(quote) });
type Draft = z.infer<typeof draft>;

export interface Drafts {
  /** Undefined: nothing was begun. */
  get: (chatRoomId: string) => Draft | undefined;
  /** An empty one is none. */
  set: (draft: Draft) => void;
  /** Those in which something was begun. */
  rooms: () => readonly string[];
  subscribe: (changed: () => void) => Stop;
}

/**
 * In memory, and on the device at once: neither does a reload lose a letter, nor does it bring back what was sent. All tabs
 * have the same, so that what was sent from one is not there to be sent from another; where somebody writes, nobody
 * else does.
 */
export function createDrafts(shelf: Shelf, isWrittenIn: (chatRoomId: string) => boolean): Drafts & { close: Stop } {
  const kept = shelf.all().flatMap((one) => draft.safeParse(one).data ?? []);
  const drafts = new Map(kept.map((one) => [one.chatRoomId, one]));
  const listeners = new Set<() => void>();

  const tell = (): void => listeners.forEach((listener) => listener());
  const close = shelf.listen((chatRoomId, value) => {
    if (isWrittenIn(chatRoomId)) return;
    const { data } = draft.safeParse(value);
    if (data === undefined) drafts.delete(chatRoomId);
    else drafts.set(chatRoomId, data);
    tell();
  });

  return {
    close,
    get: (chatRoomId) => drafts.get(chatRoomId),
    set(begun) {
      const { chatRoomId, content, replyTo } = begun;
      if (content === '' && replyTo === null) {
        drafts.delete(chatRoomId);
        shelf.drop(chatRoomId);
      } else {
        drafts.set(chatRoomId, begun);
        shelf.put(chatRoomId, begun);
      }
      tell();
    },
    rooms: () => [...drafts.keys()],
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
