import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { databaseUrl } from './embedded.ts';
import { choosePlace } from './place.ts';
import { commandOf } from './processes.ts';

const LINES = { pid: 0, socketDir: 4, status: 7 };

/** The address of the built-in server that another process runs on a folder. Undefined: none is ready there. */
export function runningClusterUrl(folder: string): string | undefined {
  const { dataDir } = choosePlace(resolve(folder));
  const lines = postmasterLines(dataDir);
  const socketDir = lines[LINES.socketDir];
  if (!socketDir || lines[LINES.status]?.trim() !== 'ready') return undefined;
  return commandOf(Number(lines[LINES.pid])).includes(dataDir) ? databaseUrl(socketDir) : undefined;
}

function postmasterLines(dataDir: string): string[] {
  try {
    return readFileSync(join(dataDir, 'postmaster.pid'), 'utf8').split('\n');
  } catch {
    return [];
  }
}
