import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../testing/free-port.ts';

interface ServerOptions {
  databaseUrl: string;
  /** The same one brings a server back that was killed. */
  port?: number;
  settings?: Readonly<Record<string, string>>;
}

/** The whole server in a process of its own, which can die and freeze. */
export interface ServerProcess {
  url: string;
  port: number;
  /** kill -9; resolves once it is gone. */
  kill(): Promise<void>;
  /** As an operator ends it; resolves with its exit code. */
  end(): Promise<number | null>;
  isReady(): Promise<boolean>;
  /** From then on it hears everything and answers nothing. */
  freeze(): void;
  thaw(): void;
}

const MAIN = fileURLToPath(new URL('../../main.ts', import.meta.url));
/** Any provider will do: nobody signs in here, and the local one is a process more. */
const PROVIDERS = JSON.stringify([{ id: 'nobody', name: 'Nobody', issuer: 'http://127.0.0.1:9', clientId: 'web' }]);

/** Resolves once it is ready. */
export async function startServer({ databaseUrl, port: given, settings = {} }: ServerOptions): Promise<ServerProcess> {
  const port = given ?? (await freePort());
  const files = mkdtempSync(join(tmpdir(), 'yonder-server-'));
  const child = spawn(process.execPath, [MAIN], {
    env: {
      PATH: process.env['PATH'],
      PORT: String(port),
      RELAY_PORT: '0',
      LOG_LEVEL: 'error',
      DATA_DIR: files,
      DATABASE_URL: databaseUrl,
      OIDC_PROVIDERS: PROVIDERS,
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const gone = once(child, 'exit').then(() => rmSync(files, { recursive: true, force: true }));
  await ready(child);
  return {
    url: `http://localhost:${port}`,
    port,
    async kill() {
      child.kill('SIGKILL');
      await gone;
    },
    async end() {
      child.kill('SIGTERM');
      await gone;
      return child.exitCode;
    },
    isReady: async () => (await fetch(`http://127.0.0.1:${port}/readyz`)).ok,
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
  };
}

async function ready(child: ChildProcess): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let output = '';
  const hear = (chunk: Buffer): void => {
    output += chunk.toString();
    if (output.includes(' is ready:')) resolve();
  };
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', hear);
  child.once('exit', () => reject(new Error(`The server did not start:\n${output}`)));
  await promise;
  // What it says later is taken from it and kept by nobody.
  for (const stream of [child.stdout, child.stderr]) stream?.off('data', hear).resume();
}
