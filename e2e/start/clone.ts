import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** A start may write into these: a link would write into this tree. */
const WRITTEN = ['node_modules/.cache', 'node_modules/.yonder-installed'];
/** Others write these while this one copies: the tests' own, and what starts have compiled. */
const CHANGING = new Set(['.vite', '.vite-temp', '.vitest-cache', 'compiled']);

export interface Account {
  uid: number;
  gid: number;
}

/** This working tree, built, as a clone in another place; its packages stay where they are. */
export function makeClone(folder: string): void {
  linkSources(folder);
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
}

/** The same with packages of its own, for an owner who may not be able to look into this tree: files are linked, folders theirs. */
export function makeCloneFor({ uid, gid }: Account, folder: string): void {
  linkSources(folder);
  const packages = join(folder, 'node_modules');
  mkdirSync(packages);
  const kept = readdirSync(join(ROOT, 'node_modules')).filter((name) => !CHANGING.has(name) && name !== '.cache');
  link(
    kept.map((name) => join('node_modules', name)),
    packages,
  );
  for (const path of WRITTEN) {
    execFileSync('rm', ['-rf', join(folder, path)]);
    const isKept = (from: string): boolean => !CHANGING.has(basename(from));
    if (existsSync(join(ROOT, path))) cpSync(join(ROOT, path), join(folder, path), { recursive: true, filter: isKept });
  }
  const written = WRITTEN.map((path) => join(folder, path)).filter((path) => existsSync(path));
  for (const what of [[folder, '-type', 'd'], written]) {
    execFileSync('find', [...what, '-exec', 'chown', `${uid}:${gid}`, '{}', '+']);
  }
}

function linkSources(folder: string): void {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: ROOT, encoding: 'utf8' });
  const tops = new Set(listed.split('\n').map((file) => file.split('/')[0] ?? ''));
  mkdirSync(folder, { recursive: true });
  link([...tops].filter(Boolean), folder);
}

/** Hard links cost nothing; between two file systems there are none. */
function link(paths: readonly string[], folder: string): void {
  const from = paths.map((path) => join(ROOT, path)).filter((path) => existsSync(path));
  try {
    execFileSync('cp', ['-al', ...from, folder], { stdio: 'ignore' });
  } catch {
    for (const path of from) rmSync(join(folder, basename(path)), { recursive: true, force: true });
    execFileSync('cp', ['-a', ...from, folder]);
  }
}
