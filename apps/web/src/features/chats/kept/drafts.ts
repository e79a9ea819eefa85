import { quote } from '@yonder/contract';
import * as z from 'zod/mini';
import type { Stop } from '../../../lib/clock.ts';
import type { Shelf } from '../../../lib/personal-storage.ts';
import type { Attention } from '../attention.ts';

/** What somebody has begun to write in a room. */
const draft = z.object({ chatRoomId: z.string(), content: z.string(), replyTo: z.nullable(quote) });
type Draft = z.infer<typeof draft>;

export interface Drafts {
  /** Undefined: nothing was begun. */
  get: (chatRoomId: string) => Draft | undefined;
  /** An empty one is none. */
  set: (draft: Draft) => void;
  /** Somebody writes there, in this tab: since the attention came to it something was set. */
  isWritten: (chatRoomId: string) => boolean;
  /** Those in which something was begun. */
  rooms: () => readonly string[];
  subscribe: (changed: () => void) => Stop;
}

/**
 * In memory, and on the device at once: neither does a reload lose a letter, nor does it bring back what was sent. All tabs
 * have the same, so that what was sent from one is not there to be sent from another. Where somebody writes, nothing
 * comes in from elsewhere, from their first letter until they turn to something else.
 */
export function createDrafts(shelf: Shelf, attention: Attention): Drafts & { close: Stop } {
  let drafts = keptOn(shelf);
  const written = new Set<string>();
  /** The device had no room for what is begun there. */
  const onlyHere = new Set<string>();
  const listeners = new Set<() => void>();

  const tell = (): void => listeners.forEach((listener) => listener());
  const isWritten = (chatRoomId: string): boolean => written.has(chatRoomId) && attention.isOn(chatRoomId);
  const isOwn = ([chatRoomId]: [string, Draft]): boolean => onlyHere.has(chatRoomId) || isWritten(chatRoomId);
  function read(): void {
    const shared = [...keptOn(shelf)].filter((one) => !isOwn(one));
    drafts = new Map([...shared, ...[...drafts].filter(isOwn)]);
    tell();
  }
  const stops = [
    shelf.listen(read),
    attention.onMoved(() => {
      written.clear();
      read();
    }),
  ];

  return {
    close: () => stops.forEach((stop) => stop()),
    get: (chatRoomId) => drafts.get(chatRoomId),
    set(begun) {
      const { chatRoomId, content, replyTo } = begun;
      written.add(chatRoomId);
      onlyHere.delete(chatRoomId);
      if (content === '' && replyTo === null) {
        drafts.delete(chatRoomId);
        shelf.drop(chatRoomId);
      } else {
        drafts.set(chatRoomId, begun);
        if (!shelf.put(chatRoomId, begun)) onlyHere.add(chatRoomId);
      }
      tell();
    },
    isWritten,
    rooms: () => [...drafts.keys()],
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function keptOn(shelf: Shelf): Map<string, Draft> {
  const kept = shelf.all().flatMap((one) => draft.safeParse(one).data ?? []);
  return new Map(kept.map((one) => [one.chatRoomId, one]));
}
