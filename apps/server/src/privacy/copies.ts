import { openAsBlob } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FIXED, type DataExport } from '@yonder/contract';
import type { Kysely } from 'kysely';
import type { Media, ObjectStore } from '../media/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database, DB, Tx } from '../platform/database.ts';
import type { Deadlines } from '../platform/deadlines.ts';
import type { Area, PersonalData } from '../platform/personal-data.ts';
import { openArchive } from './archive.ts';
import {
  attemptCopy,
  beginCopy,
  copyBytes,
  deleteCopy,
  failCopy,
  findCopy,
  finishCopy,
  type StoredCopy,
} from './copies-store.ts';
import { fill } from './copy-contents.ts';
import type { Errands } from './errands.ts';

const MAKE = 'privacy.make-copy';
const FORGET = 'privacy.forget-copy';
const ATTEMPTS = 5;
/** A node that dies on the way is found out by then. */
const AGAIN_MS = 600_000;

export interface CopiesOptions {
  database: Database;
  clock: Clock;
  deadlines: Pick<Deadlines, 'on'>;
  errands: Errands;
  objects: ObjectStore;
  media: Pick<Media, 'copyAddress' | 'filesOf' | 'keepUntil'>;
  areas: readonly Area[];
  productName: string;
}

/** Copies of what is stored of people: made in the background, there for a day, for nobody else. */
export function createCopies(options: CopiesOptions) {
  const { database, clock, deadlines, errands, objects, media } = options;

  deadlines.on(MAKE, async (tx, { key: path }) => {
    const attempt = await attemptCopy(tx, path);
    if (!attempt) return;
    if (attempt.attempts > ATTEMPTS) return failCopy(tx, path);
    await tx.deadline({ kind: MAKE, key: path, due: later(tx.now, AGAIN_MS) });
    tx.after(() => errands.run('a copy', () => make({ userId: attempt.userId, path })));
  });

  // What is asked for meanwhile has another path.
  deadlines.on(FORGET, (tx, { key: path }) => deleteCopy(tx, path));

  async function make({ userId, path }: { userId: string; path: string }): Promise<void> {
    const { keepUntil } = media;
    const folder = await mkdtemp(join(tmpdir(), 'yonder-copy-'));
    try {
      const file = join(folder, 'copy.zip');
      const bytes = await write(file, userId);
      // Bytes that nothing tells of would never be found again.
      await database.transaction((tx) => keepUntil(tx, { path, owner: userId, until: later(tx.now, AGAIN_MS) }));
      await objects.put(path, await openAsBlob(file));
      await database.transaction(async (tx) => {
        const expiresAt = later(tx.now, FIXED.exportLifeMs);
        if (!(await finishCopy(tx, { path, bytes, expiresAt }))) return;
        await keepUntil(tx, { path, owner: userId, until: expiresAt });
        await tx.deadline({ kind: FORGET, key: path, due: expiresAt });
      });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  async function write(file: string, userId: string): Promise<number> {
    const madeAt = new Date(clock.now());
    await using archive = await openArchive(file, madeAt);
    await fill(archive, { ...options, ...media, db: database.read, userId, madeAt });
    return await archive.finish();
  }

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

function later(now: Date, ms: number): Date {
  return new Date(now.getTime() + ms);
}
