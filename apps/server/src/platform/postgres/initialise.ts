import { spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Place } from './place.ts';
import { isAlive } from './processes.ts';

/** The account may not see our environment, and code parses the messages. */
export const SERVER_ENVIRONMENT = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };
export const SUPERUSER = 'postgres';

const INITDB = [
  '-U',
  SUPERUSER,
  '-A',
  'trust',
  '--encoding=UTF8',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--locale=C', // the only system locale that exists everywhere
  '--no-instructions',
];

/**
 * Creates the data folder's cluster unless it exists: beside it first, so that a half-made one is never taken for
 * whole.
 */
export function initialise(place: Place): void {
  const { dataDir } = place;
  if (existsSync(join(dataDir, 'PG_VERSION'))) return refuseForeignVersion(place);
  if (existsSync(dataDir) && readdirSync(dataDir).length > 0) {
    throw new Error(`${dataDir} is not empty and holds no PostgreSQL database.`);
  }
  removeHalfMade(dataDir);
  const fresh = `${dataDir}.new-${process.pid}`;
  makeCluster(place, fresh);
  try {
    renameSync(fresh, dataDir);
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true });
    if (!existsSync(join(dataDir, 'PG_VERSION'))) throw error; // else another start was faster
  }
}

function refuseForeignVersion({ dataDir, binaries }: Place): void {
  const found = readFileSync(join(dataDir, 'PG_VERSION'), 'utf8').trim();
  const [ours] = binaries.version.split('.');
  if (found === ours) return;
  throw new Error(
    `${dataDir} was made by PostgreSQL ${found}, and this is PostgreSQL ${ours}, which cannot read it: ` +
      'run the version that made it, or set DATABASE_URL to another folder.',
  );
}

function makeCluster({ binaries, account }: Place, folder: string): void {
  mkdirSync(folder, { mode: 0o700 });
  if (account) chownSync(folder, account.uid, account.gid);
  const made = spawnSync(join(binaries.root, 'bin', 'initdb'), ['-D', folder, ...INITDB], {
    ...account,
    cwd: '/',
    env: SERVER_ENVIRONMENT,
    encoding: 'utf8',
  });
  if (made.status === 0) return;
  rmSync(folder, { recursive: true, force: true });
  throw new Error(`PostgreSQL could not make its data folder: ${(made.error?.message ?? made.stderr).trim()}`, {
    cause: made.error,
  });
}

/** Removes what a killed start left. */
function removeHalfMade(dataDir: string): void {
  const prefix = `${basename(dataDir)}.new-`;
  for (const name of readdirSync(dirname(dataDir))) {
    if (!name.startsWith(prefix) || isAlive(Number(name.slice(prefix.length)))) continue;
    rmSync(join(dirname(dataDir), name), { recursive: true, force: true });
  }
}
