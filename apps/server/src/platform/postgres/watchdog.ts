import { spawn, type ChildProcess } from 'node:child_process';
import { Socket } from 'node:net';
import type { Account } from './account.ts';

/** Waits for its input to end, which happens however this process dies, and stops the server. */
const SCRIPT = 'trap "" INT TERM HUP; read _; kill -INT "$1"';

/** Stops the server when this process dies without doing so. */
export function guard(server: ChildProcess, account: Account | undefined): void {
  const dog = spawn('/bin/sh', ['-c', SCRIPT, 'yonder-watchdog', String(server.pid)], {
    ...account,
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  dog.on('error', () => {});
  server.once('exit', () => dog.kill('SIGKILL'));
  dog.unref();
  if (dog.stdin instanceof Socket) dog.stdin.unref();
}
