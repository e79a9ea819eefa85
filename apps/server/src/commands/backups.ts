import { backUp, drill, dropAside, isAside, restore } from '../backup/index.ts';
import type { Config } from '../config.ts';
import { signEverybodyOut } from '../identity/index.ts';
import { expireOneTimeImages, openObjectStore, type ObjectStore } from '../media/index.ts';
import { renewKeys } from '../platform/keys.ts';
import { eraseAgain, replayLedger } from '../privacy/index.ts';
import { removeAllSubscriptions } from '../push/index.ts';
import { readOptions, UsageError, type Command, type Tools } from './command.ts';
import { ROTATED } from './keys.ts';

/** Commands for backing up and bringing back. */
export const backupCommands: readonly Command[] = [
  {
    name: 'backup',
    takes: 'FOLDER',
    explanation: 'writes all tables of one moment and their files into an empty folder, with counts and hashes',
    prepare: (args, config) => {
      const folder = readFolder('backup', args);
      return async ({ url, clock, print }) => {
        const objects = await openStore(config, clock);
        const { tables, objects: kept } = await backUp({ url, objects, folder, now: new Date(clock.now()) });
        const rows = tables.reduce((sum, table) => sum + table.rows, 0);
        print(`Backed up: ${rows} rows of ${tables.length} tables, ${kept.count} files. Keep it like a password.`);
      };
    },
  },
  {
    name: 'restore',
    takes: 'FOLDER',
    explanation:
      'brings a backup back into an empty database, checks every row of it, signs everybody out, and does again what was suspended, blocked, left or erased since',
    prepare: (args, config) => {
      const folder = readFolder('restore', args);
      return async (tools) => {
        const objects = await openStore(config, tools.clock);
        const { tables, objects: kept, madeAt } = await restore({ url: tools.url, objects, folder });
        tools.print(`Restored as of ${madeAt}: ${tables.length} tables and ${kept.count} files, each compared.`);
        await takeBack(tools);
        await replay(tools, objects);
        await replayErasures(tools, objects);
      };
    },
  },
  {
    name: 'drill',
    takes: 'FOLDER',
    explanation:
      'makes a backup of its own in a new folder, shows that it can be restored into a database of its own, and deletes both',
    prepare: (args, config) => {
      const folder = readFolder('drill', args);
      return async ({ url, clock, log, print }) => {
        const objects = await openStore(config, clock);
        using stop = stopSignal();
        await drill({ url, objects, folder, clock, log, print, replayLedger, eraseAgain, signal: stop.signal });
      };
    },
  },
  {
    name: 'drop-aside',
    takes: 'DATABASE',
    explanation: 'drops the database that deploy/restore.sh has set aside, and the files that no other one names',
    prepare: ([name = '', ...rest], config) => {
      if (!isAside(name) || rest.length > 0)
        throw new UsageError('drop-aside takes the name that restore.sh has told.');
      return async ({ url, clock, print }) => {
        const objects = openObjectStore({ ...config.objectStore, clock });
        print(`Dropped, with ${await dropAside({ url, name, objects })} files.`);
      };
    },
  },
  {
    name: 'after-recovery',
    takes: '',
    explanation:
      'for a database that another tool brought back, before the product runs: takes back and does again what restore does',
    prepare: (args, config) => {
      readOptions(args, []);
      return async (tools) => {
        const objects = await openStore(config, tools.clock);
        await takeBack(tools);
        await replay(tools, objects);
        await replayErasures(tools, objects);
      };
    },
  },
  {
    name: 'erase-replay',
    takes: '',
    explanation: 'erases again who had been erased before a backup brought them back; restore does it by itself',
    prepare: (args, config) => {
      readOptions(args, []);
      return async (tools) => replayErasures(tools, await openStore(config, tools.clock));
    },
  },
];

/** Aborts on Ctrl+C and on a container's end. The second signal ends the process. */
function stopSignal(): { signal: AbortSignal } & Disposable {
  const control = new AbortController();
  const stop = (name: string): void => control.abort(new Error(`Stopped by ${name}. Nothing of it is left.`));
  const names = ['SIGINT', 'SIGTERM'] as const;
  for (const name of names) process.once(name, stop);
  return {
    signal: control.signal,
    [Symbol.dispose]() {
      for (const name of names) process.off(name, stop);
    },
  };
}

/**
 * Opens a store that reports a missing object. Amazon's answers 403 to a key that may not list the bucket, which would
 * fail at the first deleted file or never erased account.
 */
async function openStore({ objectStore }: Config, clock: Tools['clock']): Promise<ObjectStore> {
  const objects = openObjectStore({ ...objectStore, clock });
  const found = await objects.get(objects.newPath({ folder: 'erasures', extension: 'bin' })).catch((cause: unknown) => {
    const why = cause instanceof Error ? cause.message : String(cause);
    const advice = 'On S3 its key needs s3:ListBucket on the bucket.';
    throw new Error(`The object store must say that nothing is where nothing was put: ${why}. ${advice}`, { cause });
  });
  if (found === null) return objects;
  found.body.destroy();
  throw new Error('The object store has something where nothing was put: is OBJECT_STORE_URL right?');
}

/**
 * Revokes what a backup wrongly brings back: sessions ended since, one-time images seen since, and keys changed since,
 * which may be known.
 */
async function takeBack({ database, print }: Tools): Promise<void> {
  const images = await database.transaction(async (tx) => {
    await renewKeys(tx, Object.keys(ROTATED));
    await signEverybodyOut(tx);
    await removeAllSubscriptions(tx);
    return expireOneTimeImages(tx);
  });
  print(`Everybody signs in anew, what was signed counts no more, and ${images} one-time images are seen by nobody.`);
}

/** Runs before the erasures: an erased account that is suspended leaves the hash of its sign-in. */
async function replay({ database, print }: Tools, objects: ObjectStore): Promise<void> {
  const changed = await replayLedger({ database, objects });
  print(`Leaving, suspended or blocked since, or not any more: ${changed} people are as they were.`);
}

async function replayErasures({ database, print }: Tools, objects: ObjectStore): Promise<void> {
  print(`To be erased again: ${await eraseAgain({ database, objects })}. It happens as soon as the product runs.`);
}

function readFolder(name: string, [folder, ...rest]: string[]): string {
  if (!folder || folder.startsWith('-') || rest.length > 0) throw new UsageError(`${name} takes a folder.`);
  return folder;
}
