import { readFileSync } from 'node:fs';

export interface Program {
  pid: number;
  /** Node's first thread serves pages; what relays is in the others. */
  threads: 'all' | 'all but the first';
}

const TICKS_PER_SECOND = 100;

/** Seconds of processor time used so far. */
export function processorTimeOf({ pid, threads }: Program): number {
  const all = ticksIn(`/proc/${pid}/stat`);
  return (threads === 'all' ? all : all - ticksIn(`/proc/${pid}/task/${pid}/stat`)) / TICKS_PER_SECOND;
}

/** proc(5): utime and stime. */
function ticksIn(file: string): number {
  const fields = readFileSync(file, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return Number(fields[11]) + Number(fields[12]);
}
