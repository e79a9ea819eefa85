import { spawnSync } from 'node:child_process';
import { delimiter, dirname, join } from 'node:path';

export const ROOT = dirname(import.meta.dirname);

const BIN = join(ROOT, 'node_modules/.bin');

interface Ran {
  status: number | null;
  /** What it printed, unless that went straight through. */
  output: string;
}

/** Runs a program of node_modules under the Node of node_modules, whatever is first on the PATH. */
export function runTool(name: string, args: readonly string[], show: 'show' | 'keep' = 'show', env = process.env): Ran {
  const { status, stdout, stderr, error } = spawnSync(join(BIN, name), args, {
    cwd: ROOT,
    env: { ...env, PATH: `${BIN}${delimiter}${env['PATH'] ?? ''}` },
    stdio: show === 'show' ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  return { status, output: error?.message ?? `${stdout ?? ''}${stderr ?? ''}`.trim() };
}
