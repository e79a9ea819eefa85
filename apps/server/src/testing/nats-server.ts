import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { freePort } from './free-port.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** A NATS of the test's own, which can die, freeze and begin again at the same address. */
export interface NatsServer {
  url: string;
  /** kill -9; resolves once it is gone. */
  kill(): Promise<void>;
  restart(): Promise<void>;
  freeze(): void;
  thaw(): void;
}

/** Debian keeps it where the path of ordinary people does not look. */
export function findNatsServer(): string | undefined {
  const places = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin'];
  return places.map((folder) => join(folder, 'nats-server')).find(existsSync);
}

/** Without it the tests over it are left out, which `npm test` says. */
export const HAS_NATS = findNatsServer() !== undefined;

/** configuration: as its own files have it; within a test. */
export async function startNatsServer(configuration?: string): Promise<NatsServer> {
  const port = await freePort();
  const settings = configuration === undefined ? [] : ['-c', join(temporaryFolder(), 'nats.conf')];
  if (configuration !== undefined) writeFileSync(settings[1]!, configuration);
  let child = await start(port, settings);
  async function kill(): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  }
  return {
    url: `nats://127.0.0.1:${port}`,
    kill,
    async restart() {
      await kill();
      child = await start(port, settings);
    },
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
  };
}

async function start(port: number, settings: readonly string[]): Promise<ChildProcess> {
  const program = findNatsServer();
  if (program === undefined) throw new Error('There is no nats-server here.');
  const child = spawn(program, [...settings, '-a', '127.0.0.1', '-p', String(port)], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let output = '';
  child.stderr.on('data', (chunk: Buffer) => {
    output += chunk.toString();
    if (output.includes('Server is ready')) resolve();
  });
  child.once('exit', () => reject(new Error(`nats-server did not start:\n${output}`)));
  await promise;
  return child;
}
