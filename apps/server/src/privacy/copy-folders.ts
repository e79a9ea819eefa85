import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isAlive } from '../platform/postgres/processes.ts';

/** Of a process, by its number. */
const NAME = /^yonder-copy-(\d+)-/;

/** Where a copy is written, all that is kept of somebody in one place: whoever makes it removes it. */
export function makeCopyFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), `yonder-copy-${process.pid}-`));
}

/**
 * Removes those of processes that were killed over them, before this one has made any: in a container each has the number
 * of the one before.
 */
export async function sweepCopyFolders(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const [, pid] = NAME.exec(name) ?? [];
    if (pid === undefined || (Number(pid) !== process.pid && isAlive(Number(pid)))) continue;
    await rm(join(tmpdir(), name), { recursive: true, force: true });
  }
}
