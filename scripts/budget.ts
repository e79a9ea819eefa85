import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** How long a test file took. */
export interface FileTime {
  /** Relative to the repository. */
  file: string;
  ms: number;
}

const BUDGET = join(import.meta.dirname, '../docs/testing.md');
export const ALL_TESTS_MS = 20 * 60_000;

/** The time spent per folder beside what docs/testing.md allows it. */
export function compareWithBudget(times: readonly FileTime[]): string[] {
  const folders = readBudget();
  const rows = folders.map(({ folder, seconds }) => {
    const spent =
      times.filter(({ file }) => folderOf(file, folders) === folder).reduce((sum, { ms }) => sum + ms, 0) / 1000;
    const mark = spent > seconds ? '  over its budget' : '';
    return `  ${folder.padEnd(36)} ${spent.toFixed(1).padStart(7)} s of ${String(seconds).padStart(4)} s${mark}`;
  });
  const homeless = times
    .filter(({ file }) => folderOf(file, folders) === undefined)
    .map(({ file }) => `  ${file} has no budget in docs/testing.md`);
  return [...rows, ...homeless];
}

interface FolderBudget {
  folder: string;
  seconds: number;
}

/** Rows of the form `| path | seconds | … |`. */
function readBudget(): FolderBudget[] {
  return [...readFileSync(BUDGET, 'utf8').matchAll(/^\| `([^`]+)` \| (\d+) \|/gm)].map(([, folder = '', seconds]) => ({
    folder,
    seconds: Number(seconds),
  }));
}

function folderOf(file: string, folders: readonly FolderBudget[]): string | undefined {
  return folders
    .map(({ folder }) => folder)
    .filter((folder) => file.startsWith(`${folder}/`))
    .toSorted((one, other) => other.length - one.length)[0];
}
