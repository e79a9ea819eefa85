import type { Shelf } from '../../../lib/personal-storage.ts';
import type { UnsentStore } from '../outbox/outbox.ts';
import { unsent, type Unsent } from '../unsent.ts';
import type { KeptDatabase } from './database.ts';

export function unsentStore(database: KeptDatabase): UnsentStore {
  return {
    async all() {
      const rows = await (await database()).getAll('unsent');
      return rows.flatMap(({ entry }) => unsent.safeParse(entry).data ?? []);
    },
    async add(entry) {
      const transaction = (await database()).transaction('unsent', 'readwrite');
      const { clientMessageId } = entry;
      const order = await transaction.store.index('id').getKey(clientMessageId);
      if (order === undefined) await transaction.store.add({ clientMessageId, entry });
      await transaction.done;
    },
    async put(entry) {
      const transaction = (await database()).transaction('unsent', 'readwrite');
      const { clientMessageId } = entry;
      const order = await transaction.store.index('id').getKey(clientMessageId);
      await transaction.store.put({ ...(order !== undefined && { order }), clientMessageId, entry });
      await transaction.done;
    },
    async drop(clientMessageId) {
      const transaction = (await database()).transaction('unsent', 'readwrite');
      const order = await transaction.store.index('id').getKey(clientMessageId);
      if (order !== undefined) await transaction.store.delete(order);
      await transaction.done;
    },
  };
}

/**
 * A store takes its time, first of all to open: words lie on a shelf until it has them, so that a page that goes away right
 * after Enter loses nothing. What an earlier page has left there is added first.
 */
export function withShelf(store: UnsentStore, shelf: Shelf): UnsentStore {
  const left = shelf.all().flatMap((one) => unsent.safeParse(one).data ?? []);
  async function recover(): Promise<void> {
    for (const entry of left.toSorted((one, other) => one.clientCreatedAt - other.clientCreatedAt)) {
      await store.add(entry);
      shelf.drop(entry.clientMessageId);
    }
  }
  const recovered = recover().catch(() => {
    // They stay where they are, for the next page.
  });
  return {
    ...store,
    async all() {
      await recovered;
      return store.all();
    },
    async add(entry) {
      // A file would not fit; it is not lost to who has yet to see that it goes up.
      if (entry.media === null) shelf.put(entry.clientMessageId, entry);
      await recovered;
      try {
        await store.add(entry);
      } finally {
        // Where it could not be kept, its writer is told, and may send it again.
        shelf.drop(entry.clientMessageId);
      }
    },
  };
}

/** For a browser that keeps nothing: messages live as long as the page. */
export function unsentInMemory(): UnsentStore {
  const entries = new Map<string, Unsent>();
  return {
    all: async () => [...entries.values()],
    add: async (entry) => void entries.set(entry.clientMessageId, entry),
    put: async (entry) => void entries.set(entry.clientMessageId, entry),
    drop: async (clientMessageId) => void entries.delete(clientMessageId),
  };
}
