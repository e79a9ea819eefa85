import type { IDBPObjectStore } from 'idb';
import type { Shelf } from '../../../lib/personal-storage.ts';
import type { HeldHere } from '../outbox/lead.ts';
import type { UnsentStore } from '../outbox/outbox.ts';
import { unsent, type Unsent } from '../unsent.ts';
import type { ChatsSchema, KeptDatabase } from './database.ts';

type Rows = IDBPObjectStore<ChatsSchema, ['unsent'], 'unsent', 'readwrite'>;

/** All tabs have the same: there is nothing to learn. */
type Disk = Omit<UnsentStore, 'learn'>;

export function unsentStore(database: KeptDatabase): Disk {
  /** order: where it stands, if it is there. */
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

/** One that the store does not have yet. put: it may have an earlier state of it. */
interface Waiting {
  entry: Unsent;
  how: 'add' | 'put';
}

/**
 * A store takes its time, first of all to open, and may refuse what it is given: a full disk, a connection that the
 * browser has ended, a private window. What it does not have is sent from here all the same, and its words lie on a shelf,
 * so that a page that goes away loses none: the next one begins with them. The store is offered it again, in the order
 * written, with whatever comes next. So only `drop` rejects: where the store still has what is dropped.
 */
export function withShelf(store: Disk, shelf: Shelf): UnsentStore & { held: HeldHere } {
  const left = shelf.all().flatMap((one) => unsent.safeParse(one).data ?? []);
  const inOrder = left.toSorted((one, other) => one.clientCreatedAt - other.clientCreatedAt);
  const waiting = new Map<string, Waiting>(inOrder.map((entry) => [entry.clientMessageId, { entry, how: 'add' }]));
  /** As it was when it was last read. */
  let kept: readonly Unsent[] = [];
  let handing: Promise<void> = Promise.resolve();
  const heeds = new Set<() => void>();

  function handOver(): Promise<void> {
    handing = handing.then(handAll).catch(() => {
      // The first that is refused holds back all that were written after it.
    });
    return handing;
  }
  async function handAll(): Promise<void> {
    for (const one of waiting.values()) {
      const { clientMessageId } = one.entry;
      await store[one.how](one.entry);
      // Meanwhile it may have been written anew, or dropped.
      if (waiting.get(clientMessageId) !== one) continue;
      waiting.delete(clientMessageId);
      shelf.drop(clientMessageId);
    }
  }
  async function write(one: Waiting): Promise<void> {
    const { entry } = one;
    waiting.set(entry.clientMessageId, one);
    // A file would not fit.
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
