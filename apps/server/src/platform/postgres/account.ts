import { readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** The account PostgreSQL runs as when this process is root, which PostgreSQL refuses to be. */
export interface Account {
  uid: number;
  gid: number;
}

/** The owner of the folder, or of the nearest existing folder above it; when that is root, a service account. */
export function accountFor(folder: string): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const { uid, gid } = statSync(nearestExisting(folder));
  if (uid !== 0) return { uid, gid };
  // macOS calls it _postgres; its account of last resort is −2, which not every call takes.
  return findAccount('postgres') ?? findAccount('_postgres') ?? findAccount('nobody') ?? refuse();
}

export function nearestExisting(path: string): string {
  return statSync(path, { throwIfNoEntry: false }) ? path : nearestExisting(dirname(path));
}

function findAccount(name: string): Account | undefined {
  const entry = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .find(([login]) => login === name);
  return entry && { uid: Number(entry[2]), gid: Number(entry[3]) };
}

function refuse(): never {
  throw new Error('PostgreSQL refuses to run as root, and there is no account "postgres" or "nobody" to run it as.');
}
