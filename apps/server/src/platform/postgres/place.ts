import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, chownSync, existsSync, lstatSync, mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { accountFor, type Account } from './account.ts';
import { copyBinaries, findBinaries, type Binaries } from './binaries.ts';

/** Where a cluster lives and which account runs it. */
export interface Place {
  dataDir: string;
  socketDir: string;
  binaries: Binaries;
  /** Undefined: the account of this process. */
  account: Account | undefined;
  /** Why it is not the wanted folder, for the log. */
  note: string | undefined;
}

/** For clones that PostgreSQL's account cannot enter. */
const SHARED_FOLDERS = ['/var/lib', '/var/tmp'];
/** A Unix socket's address holds 104 bytes on macOS, 108 on Linux. */
const LONGEST_SOCKET_PATH = 103;
const PRIVATE = 0o700;
const PUBLIC = 0o755;

export function choosePlace(wanted: string, binaries = findBinaries()): Place {
  mkdirSync(dirname(wanted), { recursive: true });
  const account = accountFor(wanted);
  if (!account || canEnter(account, dirname(wanted))) {
    return {
      dataDir: wanted,
      socketDir: socketFolder(wanted, account),
      binaries: canRun(account, binaries) ? binaries : copyBinaries(binaries, sharedFolder(wanted)),
      account,
      note: undefined,
    };
  }
  if (existsSync(join(wanted, 'PG_VERSION'))) {
    throw new Error(
      `${wanted} holds a database, but the account PostgreSQL runs as (uid ${account.uid}) may not pass through a folder above it: ` +
        'allow it with chmod o+x, or move the database and set DATABASE_URL.',
    );
  }
  const shared = sharedFolder(wanted);
  return {
    dataDir: join(shared, 'db'),
    socketDir: join(shared, 'db'),
    binaries: copyBinaries(binaries, shared),
    account,
    note: `PostgreSQL may not run as root, and the account it runs as (uid ${account.uid}) cannot look into ${dirname(wanted)}: the database is in ${shared}/db.`,
  };
}

function canEnter({ uid, gid }: Account, folder: string): boolean {
  return spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], { uid, gid, cwd: '/' }).status === 0;
}

function canRun(account: Account | undefined, { root }: Binaries): boolean {
  return spawnSync(join(root, 'bin', 'postgres'), ['--version'], { ...account, cwd: '/' }).status === 0;
}

/** A folder of ours that every account can enter and only root can write to, named after the wanted path. */
function sharedFolder(wanted: string): string {
  const parent = SHARED_FOLDERS.find((folder) => existsSync(folder));
  if (!parent) throw new Error(`There is no ${SHARED_FOLDERS.join(' or ')} to keep the database in.`);
  const folder = join(parent, `yonder-${fingerprint(wanted)}`);
  mkdirSync(folder, { recursive: true });
  const found = lstatSync(folder);
  if (!found.isDirectory() || found.uid !== 0) throw new Error(`${folder} belongs to somebody else.`);
  chmodSync(folder, PUBLIC);
  return folder;
}

/** The data folder itself, unless its path is too long for a socket's address. */
function socketFolder(dataDir: string, account: Account | undefined): string {
  if (Buffer.byteLength(join(dataDir, '.s.PGSQL.5432')) <= LONGEST_SOCKET_PATH) return dataDir;
  const parent = account ? '/tmp' : (process.env['XDG_RUNTIME_DIR'] ?? tmpdir());
  const folder = join(parent, `yonder-${fingerprint(dataDir)}`);
  mkdirSync(folder, { recursive: true, mode: PRIVATE });
  if (account && lstatSync(folder).uid === 0) chownSync(folder, account.uid, account.gid);
  return isPrivate(folder, account) ? folder : ownFolder(mkdtempSync(`${folder}-`), account);
}

/** Another user may have made a folder of a predictable name before us. */
function isPrivate(folder: string, account: Account | undefined): boolean {
  const found = lstatSync(folder);
  return found.isDirectory() && found.uid === (account?.uid ?? process.getuid?.()) && (found.mode & 0o077) === 0;
}

function ownFolder(folder: string, account: Account | undefined): string {
  if (account) chownSync(folder, account.uid, account.gid);
  return folder;
}

function fingerprint(path: string): string {
  return createHash('sha256').update(path).digest('hex').slice(0, 12);
}
