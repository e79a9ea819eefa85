import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isAlive } from '../platform/postgres/processes.ts';

/** Names the process by its pid. */
const NAME = /^yonder-copy-(\d+)-/;

/** Makes the folder a copy is written in. It holds all that is kept of a user: the caller removes it. */
export function makeCopyFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), `yonder-copy-${process.pid}-`));
}

/**
 * Removes the folders of processes that were killed, before this one makes any: in a container each process has the pid
 * of the one before.
 */
export async function sweepCopyFolders(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const [, pid] = NAME.exec(name) ?? [];
    if (pid === undefined || (Number(pid) !== process.pid && isAlive(Number(pid)))) continue;
    await rm(join(tmpdir(), name), { recursive: true, force: true });
  }
}
