import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What is left of a process once the collector of garbage has had its time. KB. */
export function memoryOf(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]);
}

const TICKS_PER_SECOND = 100;

/** Microseconds of processor time of the PostgreSQL that runs on a product's folder, with those of its processes that have ended. */
export function databaseMicros(dataDir: string): number {
  const [first = ''] = readFileSync(join(dataDir, 'db', 'postmaster.pid'), 'utf8').split('\n');
  const all = globSync('/proc/[0-9]*/stat').map(statOf);
  const [postmaster] = all.filter(({ pid }) => pid === Number(first));
  if (!postmaster) throw new Error('PostgreSQL does not run');
  const living = all.filter(({ parent }) => parent === postmaster.pid).reduce((sum, { ticks }) => sum + ticks, 0);
  return ((living + postmaster.ticks + postmaster.ended) * 1_000_000) / TICKS_PER_SECOND;
}

interface Stat {
  pid: number;
  parent: number;
  ticks: number;
  /** Of its children that have ended and were waited for. */
  ended: number;
}

/** proc(5). */
function statOf(file: string): Stat {
  const none = { pid: 0, parent: 0, ticks: 0, ended: 0 };
  try {
    const text = readFileSync(file, 'utf8');
    const fields = (text.split(') ').at(-1)?.split(' ') ?? []).map(Number);
    const [parent = 0, user = 0, system = 0, userOfChildren = 0, systemOfChildren = 0] = [1, 11, 12, 13, 14].map(
      (i) => fields[i],
    );
    const pid = Number.parseInt(text, 10);
    return { pid, parent, ticks: user + system, ended: userOfChildren + systemOfChildren };
  } catch {
    return none;
  }
}
