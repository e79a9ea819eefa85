import { globSync, readFileSync } from 'node:fs';

interface Process {
  pid: number;
  parent: number;
  command: string;
}

/** A process and all that it has started, with what those have. */
export function treeOf(root: number): Process[] {
  const all = globSync('/proc/[0-9]*/stat').flatMap(processOf);
  const tree = all.filter(({ pid }) => pid === root);
  for (const { pid } of tree) tree.push(...all.filter(({ parent }) => parent === pid));
  return tree;
}

/** MB that are a process's own, and its share of what it has in common with others (proc(5), Pss). */
export function proportionalMemoryOf(pid: number): number {
  return Number(/^Pss:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1]) / 1_024;
}

function processOf(file: string): Process[] {
  try {
    const [, pid, , parent] = /^(\d+) \((.*)\) \S (\d+) /s.exec(readFileSync(file, 'utf8')) ?? [];
    const command = readFileSync(file.replace('/stat', '/cmdline'), 'utf8').replaceAll('\0', ' ').trim();
    return [{ pid: Number(pid), parent: Number(parent), command }];
  } catch {
    // It has ended meanwhile.
    return [];
  }
}
