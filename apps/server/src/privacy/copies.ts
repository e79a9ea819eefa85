import type { DataExport } from '@yonder/contract';
import type { Kysely } from 'kysely';
import type { DB, Tx } from '../platform/database.ts';
import type { Deadlines } from '../platform/deadlines.ts';
import type { PersonalData } from '../platform/personal-data.ts';
import { beginCopy, copyBytes, deleteCopy, findCopy, isToBeMade, type StoredCopy } from './copies-store.ts';
import { AGAIN_MS, createMaking, FORGET, later, type MakingOptions } from './copy-making.ts';
import type { Errands } from './errands.ts';

const MAKE = 'privacy.make-copy';

export interface CopiesOptions extends MakingOptions {
  deadlines: Pick<Deadlines, 'on'>;
  errands: Errands;
}

/** Copies of users' data: made in the background, available for a day, and only to that user. */
export function createCopies(options: CopiesOptions) {
  const { database, clock, deadlines, errands, objects, media } = options;
  const make = createMaking(options);
  /** Queued on this node already: further deadlines add nothing. */
  const queued = new Set<string>();

  function queue(path: string): void {
    if (queued.has(path)) return;
    queued.add(path);
    errands.run('a copy', (signal) => make(path, signal).finally(() => queued.delete(path)));
  }

  deadlines.on(MAKE, async (tx, { key: path }) => {
    if (!(await isToBeMade(tx, path))) return;
    await tx.deadline({ kind: MAKE, key: path, due: later(tx.now, AGAIN_MS) });
    tx.after(() => queue(path));
  });

  // A copy requested meanwhile has another path.
  deadlines.on(FORGET, (tx, { key: path }) => deleteCopy(tx, path));

  function viewOf(copy: StoredCopy | undefined, { userId, now }: { userId: string; now: Date }): DataExport {
    const none: DataExport = { state: 'none', requestedAt: null, url: null, expiresAt: null, bytes: null };
    if (!copy) return none;
    const requestedAt = copy.requestedAt.getTime();
    if (copy.state !== 'ready' || copy.expiresAt === null) {
      return { ...none, state: copy.state === 'failed' ? 'failed' : 'making', requestedAt };
    }
    const expiresAt = copy.expiresAt.getTime();
    if (expiresAt <= now.getTime()) return none;
    const url = media.copyAddress({ path: copy.path, userId, expiresAt });
    return { state: 'ready', requestedAt, url, expiresAt, bytes: copy.bytes };
  }

  async function look(db: Kysely<DB>, asker: { userId: string; now: Date }): Promise<DataExport> {
    return viewOf(await findCopy(db, asker.userId), asker);
  }

  return {
    get: ({ userId, now }: { userId: string; now: Date }): Promise<DataExport> => look(database.read, { userId, now }),

    async request(tx: Tx, userId: string): Promise<DataExport> {
      const path = objects.newPath({ folder: 'copies', extension: 'zip' });
      if (await beginCopy(tx, { userId, path })) await tx.deadline({ kind: MAKE, key: path, due: tx.now });
      return look(tx.db, { userId, now: tx.now });
    },

    personalData: {
      areas: [],
      async erase(tx, userId) {
        const copy = await findCopy(tx.db, userId);
        if (!copy) return 'done';
        await media.keepUntil(tx, { path: copy.path, owner: userId, until: tx.now });
        await deleteCopy(tx, copy.path);
        return 'done';
      },
    } satisfies PersonalData,

    bytesAt: (path: string): Promise<number | undefined> =>
      copyBytes(database.read, { path, now: new Date(clock.now()) }),
  };
}
