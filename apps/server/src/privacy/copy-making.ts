import { openAsBlob } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { FIXED } from '@yonder/contract';
import type { Media, ObjectStore } from '../media/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database, Tx } from '../platform/database.ts';
import { every } from '../platform/every.ts';
import type { Log } from '../platform/log.ts';
import type { Area } from '../platform/personal-data.ts';
import { openArchive } from './archive.ts';
import { attemptCopy, failCopy, finishCopy, giveOver, keepAlive, type Attempt } from './copies-store.ts';
import { fill } from './copy-contents.ts';
import { makeCopyFolder } from './copy-folders.ts';
import { unlessAborted } from './unless-aborted.ts';

/** The deadline that deletes an expired copy. */
export const FORGET = 'privacy.forget-copy';
/** An attempt of a node that died is repeated by then. */
export const AGAIN_MS = 600_000;
const ATTEMPTS = 5;
/** How often an attempt reports that it is under way. */
const ALIVE_MS = 120_000;

export interface MakingOptions {
  database: Database;
  clock: Clock;
  log: Log;
  objects: ObjectStore;
  media: Pick<Media, 'copyAddress' | 'filesOf' | 'keepUntil'>;
  areas: readonly Area[];
  productName: string;
}

interface Made extends Attempt {
  userId: string;
  bytes: number;
  signal: AbortSignal;
}

/**
 * One attempt at a copy: written beside the store, then put there whole, and counted if no other attempt has replaced
 * it.
 */
export function createMaking(options: MakingOptions) {
  const { database, clock, log, objects, media } = options;

  async function make(path: string, signal: AbortSignal): Promise<void> {
    const begun = await database.transaction((tx) => begin(tx, path));
    if (!begun) return;
    const { userId, ...attempt } = begun;
    const isWaitedFor = (): Promise<boolean> => keepAlive(database.read, attempt, new Date(clock.now()));
    const folder = await makeCopyFolder();
    const stopTelling = every(clock, ALIVE_MS, () => {
      isWaitedFor().catch((error: unknown) => log.warn({ err: error }, 'a copy could not be said to be under way'));
    });
    try {
      const file = join(folder, 'copy.zip');
      const bytes = await write(file, { userId, signal });
      if (await isWaitedFor()) await store(await openAsBlob(file), { ...attempt, userId, bytes, signal });
    } finally {
      stopTelling();
      await rm(folder, { recursive: true, force: true });
      await giveOver(database.read, attempt);
    }
  }

  async function store(file: Blob, { signal, ...made }: Made): Promise<void> {
    const { userId: owner, path } = made;
    const { keepUntil } = media;
    // Records the file first: bytes without a row would never be found again.
    await database.transaction((tx) => keepUntil(tx, { path, owner, until: later(tx.now, AGAIN_MS) }));
    // What an abandoned upload has stored is deleted by its date.
    await unlessAborted(signal, objects.put(path, file));
    await database.transaction(async (tx) => {
      const expiresAt = later(tx.now, FIXED.exportLifeMs);
      if (!(await finishCopy(tx, { ...made, expiresAt }))) return;
      await keepUntil(tx, { path, owner, until: expiresAt });
      await tx.deadline({ kind: FORGET, key: path, due: expiresAt });
    });
  }

  async function write(file: string, { userId, signal }: { userId: string; signal: AbortSignal }): Promise<number> {
    const madeAt = new Date(clock.now());
    await using archive = await openArchive(file, { mtime: madeAt, signal });
    await fill(archive, { ...options, ...media, db: database.read, userId, madeAt, signal });
    return await archive.finish();
  }

  return make;
}

/** Counts the attempt as it begins: time in the queue is no attempt, and another node may have begun one. */
async function begin(tx: Tx, path: string): Promise<(Attempt & { userId: string }) | undefined> {
  const attempt = await attemptCopy(tx, { path, since: later(tx.now, -AGAIN_MS) });
  if (!attempt || attempt.attempts <= ATTEMPTS) return attempt;
  await failCopy(tx, path);
  return undefined;
}

export function later(now: Date, ms: number): Date {
  return new Date(now.getTime() + ms);
}
