import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** A start writes into these: a link would write into this tree. */
const COPIED = ['node_modules/.cache', 'node_modules/.yonder-installed'];

export interface Account {
  uid: number;
  gid: number;
}

/** This working tree, installed and built, as somebody's clone in another place: the files are linked, the folders theirs. */
export function makeClone(folder: string, owner: Account | undefined): void {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: ROOT, encoding: 'utf8' });
  const tops = new Set(listed.split('\n').map((file) => file.split('/')[0] ?? ''));
  mkdirSync(folder, { recursive: true });
  for (const top of [...tops, 'node_modules']) {
    if (top && existsSync(join(ROOT, top))) execFileSync('cp', ['-al', join(ROOT, top), folder]);
  }
  for (const path of COPIED) {
    execFileSync('rm', ['-rf', join(folder, path)]);
    if (existsSync(join(ROOT, path))) cpSync(join(ROOT, path), join(folder, path), { recursive: true });
  }
  if (owner) give(owner, [folder, '-type', 'd']);
  if (owner)
    give(
      owner,
      COPIED.map((path) => join(folder, path)).filter((path) => existsSync(path)),
    );
}

function give({ uid, gid }: Account, what: readonly string[]): void {
  execFileSync('find', [...what, '-exec', 'chown', `${uid}:${gid}`, '{}', '+']);
}
