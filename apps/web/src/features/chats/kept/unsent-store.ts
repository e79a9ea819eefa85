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
      // Both in one go: what waited for an answer in between would be lost by a reload right after Enter.
      const added = transaction.store.add({ clientMessageId, entry });
      transaction.commit();
      await Promise.all([added, transaction.done]);
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
