import { quote } from '@yonder/contract';
import * as z from 'zod/mini';
import type { Stop } from '../../../lib/clock.ts';
import type { Shelf } from '../../../lib/personal-storage.ts';
import type { Attention } from '../attention.ts';

/** Text begun in a room. */
const draft = z.object({ chatRoomId: z.string(), content: z.string(), replyTo: z.nullable(quote) });
type Draft = z.infer<typeof draft>;

export interface Drafts {
  /** Undefined when nothing was begun. */
  get: (chatRoomId: string) => Draft | undefined;
  /** Stores a draft; removes an empty one. */
  set: (draft: Draft) => void;
  /** Whether the user writes there, in this tab: a draft was set since the attention came to it. */
  isWritten: (chatRoomId: string) => boolean;
  /** Rooms with a draft. */
  rooms: () => readonly string[];
  subscribe: (changed: () => void) => Stop;
}

/**
 * Drafts live in memory, and on the device at once: a reload neither loses a letter nor restores what was sent. All tabs share
 * them, so that one sent in a tab cannot be sent again from another. While the user writes, from the first letter until they
 * turn elsewhere, other tabs change nothing there.
 */
export function createDrafts(shelf: Shelf, attention: Attention): Drafts & { close: Stop } {
  let drafts = keptOn(shelf);
  const written = new Set<string>();
  /** Drafts that the device had no space for. */
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
