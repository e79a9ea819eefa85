import { quote } from '@yonder/contract';
import type { IDBPObjectStore } from 'idb';
import * as z from 'zod/mini';
import type { Stop } from '../../../lib/clock.ts';
import type { ChatsDatabase, ChatsSchema, KeptDatabase } from './database.ts';

/** What somebody has begun to write in a room. */
const draft = z.object({ chatRoomId: z.string(), content: z.string(), replyTo: z.nullable(quote) });
type Draft = z.infer<typeof draft>;

/** Where drafts outlive the page. */
export interface DraftStore {
  all: () => Promise<readonly Draft[]>;
  put: (draft: Draft) => Promise<void>;
  drop: (chatRoomId: string) => Promise<void>;
}

export interface Drafts {
  /** Undefined: nothing was begun. */
  get: (chatRoomId: string) => Draft | undefined;
  /** An empty one is none. */
  set: (draft: Draft) => void;
  subscribe: (changed: () => void) => Stop;
  /** Writes what is not written yet. */
  flush: () => void;
}

const WRITE_AFTER_MS = 300;

export interface DraftPorts {
  store: DraftStore;
  after: (ms: number, run: () => void) => Stop;
}

/** In memory at once, on the device a moment later; what is sent or emptied is gone from there at once: a reload would bring it back. */
export function createDrafts({ store, after }: DraftPorts): Drafts {
  const drafts = new Map<string, Draft>();
  const unwritten = new Map<string, Stop>();
  /** Rooms in which something was written or emptied since the page is open. */
  const touched = new Set<string>();
  const listeners = new Set<() => void>();
  const changed = (): void => listeners.forEach((listener) => listener());

  store.all().then(
    (kept) => {
      // What was begun meanwhile is newer.
      for (const one of kept) if (!touched.has(one.chatRoomId)) drafts.set(one.chatRoomId, one);
      changed();
    },
    () => {},
  );

  function write(chatRoomId: string): void {
    unwritten.get(chatRoomId)?.();
    unwritten.delete(chatRoomId);
    const begun = drafts.get(chatRoomId);
    const written = begun === undefined ? store.drop(chatRoomId) : store.put(begun);
    // It is still on the screen.
    written.catch(() => {});
  }

  return {
    get: (chatRoomId) => drafts.get(chatRoomId),
    set(begun) {
      const { chatRoomId, content, replyTo } = begun;
      const isEmpty = content === '' && replyTo === null;
      if (isEmpty) drafts.delete(chatRoomId);
      else drafts.set(chatRoomId, begun);
      unwritten.get(chatRoomId)?.();
      touched.add(chatRoomId);
      if (isEmpty) write(chatRoomId);
      else
        unwritten.set(
          chatRoomId,
          after(WRITE_AFTER_MS, () => write(chatRoomId)),
        );
      changed();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    flush: () => [...unwritten.keys()].forEach(write),
  };
}

export function draftStore(database: KeptDatabase): DraftStore {
  return {
    async all() {
      return (await (await database()).getAll('drafts')).flatMap((one) => draft.safeParse(one).data ?? []);
    },
    put: async (begun) => hand(await database(), (drafts) => drafts.put(begun)),
    drop: async (chatRoomId) => hand(await database(), (drafts) => drafts.delete(chatRoomId)),
  };
}

type Change = (drafts: IDBPObjectStore<ChatsSchema, ['drafts'], 'drafts', 'readwrite'>) => Promise<unknown>;

/** In one go, so that a page that goes away at once has still done it. */
async function hand(database: ChatsDatabase, change: Change): Promise<void> {
  const transaction = database.transaction('drafts', 'readwrite');
  const changed = change(transaction.store);
  transaction.commit();
  await Promise.all([changed, transaction.done]);
}
