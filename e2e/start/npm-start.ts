import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { delimiter } from 'node:path';
import type { Account } from './clone.ts';

interface StartOptions {
  clone: string;
  home: string;
  account: Account | undefined;
  settings: Readonly<Record<string, string>>;
}

/** `npm start` as a person types it. */
export interface NpmStart {
  /** Resolves once it says that it is ready; rejects with all it wrote when it ends before. */
  ready: Promise<void>;
  /** Its exit code; null when a signal ended it. */
  exited: Promise<number | null>;
  lines(): string[];
  /** Ctrl-C: the whole group hears it. Resolves when the last of it is gone. */
  interrupt(): Promise<unknown>;
}

export function npmStart({ clone, home, account, settings }: StartOptions): NpmStart {
  const child = spawn('npm', ['start'], {
    ...account,
    cwd: clone,
    detached: true,
    env: { PATH: plainPath(), HOME: home, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const { promise: ready, resolve, reject } = Promise.withResolvers<void>();
  const hear = (chunk: Buffer): void => {
    output += chunk.toString();
    if (output.includes(' is ready:')) resolve();
  };
  child.stdout.on('data', hear);
  child.stderr.on('data', hear);
  const exited = once(child, 'close').then(() => child.exitCode);
  void exited.then(() => reject(new Error(output)));
  ready.catch(() => {});
  return {
    ready,
    exited,
    lines: () => output.split('\n').filter(Boolean),
    interrupt() {
      const isRunning = child.exitCode === null && child.signalCode === null;
      if (child.pid !== undefined && isRunning) process.kill(-child.pid, 'SIGINT');
      return exited;
    },
  };
}

/** Without this project's own Node: a person has whichever their npm came with. */
function plainPath(): string {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return folders.filter((folder) => !folder.includes('node_modules')).join(delimiter);
}
