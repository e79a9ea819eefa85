import type { IDBPObjectStore } from 'idb';
import type { Shelf } from '../../../lib/personal-storage.ts';
import type { HeldHere } from '../outbox/lead.ts';
import type { UnsentStore } from '../outbox/outbox.ts';
import { unsent, type Unsent } from '../unsent.ts';
import type { ChatsSchema, KeptDatabase } from './database.ts';

type Rows = IDBPObjectStore<ChatsSchema, ['unsent'], 'unsent', 'readwrite'>;

/** All tabs share the disk: there is nothing to learn. */
type Disk = Omit<UnsentStore, 'learn'>;

export function unsentStore(database: KeptDatabase): Disk {
  /** `order`: the row's key, if there is one. */
  async function change(clientMessageId: string, work: (rows: Rows, order?: number) => unknown): Promise<void> {
    const { store, done } = (await database()).transaction('unsent', 'readwrite');
    const changed = store
      .index('id')
      .getKey(clientMessageId)
      .then((order) => work(store, order));
    await Promise.all([changed, done]);
  }
  return {
    async all() {
      const rows = await (await database()).getAll('unsent');
      return rows.flatMap(({ entry }) => unsent.safeParse(entry).data ?? []);
    },
    add: (entry) =>
      change(
        entry.clientMessageId,
        (rows, order) => order ?? rows.add({ clientMessageId: entry.clientMessageId, entry }),
      ),
    put: (entry) =>
      change(entry.clientMessageId, (rows, order) =>
        rows.put({ ...(order !== undefined && { order }), clientMessageId: entry.clientMessageId, entry }),
      ),
    drop: (clientMessageId) => change(clientMessageId, (rows, order) => order !== undefined && rows.delete(order)),
  };
}

/** An entry that the store does not have yet. put: it may have an earlier state of it. */
interface Waiting {
  entry: Unsent;
  how: 'add' | 'put';
}

/**
 * A store is slow, above all to open, and may reject writes: a full disk, a connection the browser has closed, a private
 * window. What it lacks is sent from this tab all the same. Its text lies on a shelf, so that a page that goes away loses
 * none: the next page begins with it. Each later write offers it to the store again, in the order written. So only `drop`
 * rejects: where the store still has the entry.
 */
export function withShelf(store: Disk, shelf: Shelf): UnsentStore & { held: HeldHere } {
  const left = shelf.all().flatMap((one) => unsent.safeParse(one).data ?? []);
  const inOrder = left.toSorted((one, other) => one.clientCreatedAt - other.clientCreatedAt);
  const waiting = new Map<string, Waiting>(inOrder.map((entry) => [entry.clientMessageId, { entry, how: 'add' }]));
  /** The store's entries at the last read. */
  let kept: readonly Unsent[] = [];
  let handing: Promise<void> = Promise.resolve();
  const heeds = new Set<() => void>();

  function handOver(): Promise<void> {
    handing = handing.then(handAll).catch(() => {
      // The first rejection holds back all entries written after it.
    });
    return handing;
  }
  async function handAll(): Promise<void> {
    for (const one of waiting.values()) {
      const { clientMessageId } = one.entry;
      await store[one.how](one.entry);
      // It may have been rewritten or dropped meanwhile.
      if (waiting.get(clientMessageId) !== one) continue;
      waiting.delete(clientMessageId);
      shelf.drop(clientMessageId);
    }
  }
  async function write(one: Waiting): Promise<void> {
    const { entry } = one;
    waiting.set(entry.clientMessageId, one);
    // A file would not fit on the shelf.
    if (entry.media === null) shelf.put(entry.clientMessageId, entry);
    await handOver();
    if (waiting.size > 0) for (const heed of heeds) heed();
  }
  void handOver();
  return {
    held: {
      isAny: () => waiting.size > 0,
      listen(heed) {
        heeds.add(heed);
        return () => heeds.delete(heed);
      },
    },
    async all() {
      await handOver();
      kept = await store.all().catch(() => kept);
      const written = [...kept, ...[...waiting.values()].map(({ entry }) => entry)];
      return [...new Map(written.map((entry) => [entry.clientMessageId, entry])).values()];
    },
    add: (entry) => write({ entry, how: 'add' }),
    put: (entry) => write({ entry, how: 'put' }),
    async drop(clientMessageId) {
      const rest = kept.filter((entry) => entry.clientMessageId !== clientMessageId);
      const isOnlyHere = waiting.delete(clientMessageId) && rest.length === kept.length;
      kept = rest;
      shelf.drop(clientMessageId);
      await store.drop(clientMessageId).catch((error: unknown) => {
        if (!isOnlyHere) throw error;
      });
    },
    learn(entry) {
      const one = waiting.get(entry.clientMessageId);
      if (one !== undefined) waiting.set(entry.clientMessageId, { ...one, entry });
    },
  };
}
