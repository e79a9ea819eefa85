import { chmodSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startCluster, type Cluster } from '../../platform/postgres/embedded.ts';

type Settings = Readonly<Record<string, string>>;

/** A PostgreSQL of the test's own, as durable as in use, which can die, freeze and begin again at the same address. */
export interface DatabaseProcess {
  url: string;
  /** kill -9 of the server; resolves once it is gone. */
  kill(): Promise<void>;
  /** It has ended by itself. */
  gone(): Promise<void>;
  /** After it has died. */
  start(settings?: Settings): Promise<void>;
  /** All its processes stand still. Linux only. */
  freeze(): void;
  thaw(): void;
  stop(): Promise<void>;
}

/** Small, since several may run on one machine. */
const SETTINGS = { shared_buffers: '64MB' };

/** On a folder of its own, which is gone afterwards, or on one that is given. */
export async function startDatabase(given?: string): Promise<DatabaseProcess> {
  const home = given ?? mkdtempSync(join(realpathSync(tmpdir()), 'yonder-own-'));
  chmodSync(home, 0o777);
  const folder = join(home, 'db');
  let died = Promise.withResolvers<void>();
  let cluster = await start();
  const server = (): number => Number.parseInt(readFileSync(join(folder, 'postmaster.pid'), 'utf8'));

  function start(settings: Settings = {}): Promise<Cluster> {
    died = Promise.withResolvers();
    return startCluster({ folder, onDeath: () => died.resolve(), settings: { ...SETTINGS, ...settings } });
  }
  function signal(name: NodeJS.Signals): void {
    const all = [server(), ...childrenOf(server())];
    // Last to wake is whoever looks after the others.
    for (const pid of name === 'SIGCONT' ? all.toReversed() : all) process.kill(pid, name);
  }

  return {
    url: cluster.url,
    async kill() {
      process.kill(server(), 'SIGKILL');
      await died.promise;
    },
    gone: () => died.promise,
    async start(settings) {
      cluster = await start(settings);
    },
    freeze: () => signal('SIGSTOP'),
    thaw: () => signal('SIGCONT'),
    async stop() {
      await cluster.stop();
      if (given === undefined) rmSync(home, { recursive: true, force: true });
    },
  };
}

function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number);
}
