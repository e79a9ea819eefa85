import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { Socket } from 'node:net';
import { join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { initialise, SERVER_ENVIRONMENT, SUPERUSER } from './initialise.ts';
import { choosePlace, type Place } from './place.ts';
import { commandOf, isAlive } from './processes.ts';
import { guard } from './watchdog.ts';

export interface Cluster {
  /** The address of its first database, over a Unix socket. */
  url: string;
  /** Where the data is and why, when it could not be in the wanted folder. */
  note: string | undefined;
  stop(): Promise<void>;
}

interface ClusterOptions {
  folder: string;
  /** The server has exited without `stop`. */
  onDeath(lastWords: string): void;
  settings?: Record<string, string>;
}

interface Server {
  process: ChildProcessByStdio<null, null, Readable>;
  outcome: 'ready' | 'exited';
  lastWords(): string;
}

const SETTINGS = {
  listen_addresses: '',
  max_connections: '60',
  shared_buffers: '256MB',
  max_wal_size: '4GB',
  jit: 'off',
};
/** The server of a killed predecessor needs a moment to stop. */
const ATTEMPTS = 200;
const RETRY_EVERY_MS = 100;

/** Starts the PostgreSQL that npm installed on a folder, which is made when missing. */
export async function startCluster({ folder, onDeath, settings = {} }: ClusterOptions): Promise<Cluster> {
  const place = choosePlace(resolve(folder));
  initialise(place);
  const server = await boot(place, { ...SETTINGS, ...settings });
  let stopping = false;
  const exited = new Promise<void>((done) => {
    server.process.once('exit', () => {
      if (!stopping) onDeath(server.lastWords());
      done();
    });
  });
  letGo(server.process);
  return {
    url: databaseUrl(place.socketDir),
    note: place.note,
    async stop() {
      stopping = true;
      server.process.ref();
      server.process.kill('SIGINT');
      await exited;
    },
  };
}

/** Lets this process end while the server runs. */
function letGo(server: Server['process']): void {
  server.unref();
  if (server.stderr instanceof Socket) server.stderr.unref();
}

export function databaseUrl(socketDir: string): string {
  return `postgres://${SUPERUSER}@localhost/postgres?host=${encodeURIComponent(socketDir)}`;
}

async function boot(place: Place, settings: Record<string, string>): Promise<Server> {
  for (let attempt = 1; ; attempt++) {
    const server = await spawnServer(place, settings);
    if (server.outcome === 'ready') return server;
    const isLocked = server.lastWords().includes('lock file "postmaster.pid" already exists');
    // Its server was killed, and some of its processes still run. They must end first.
    const isInUse = server.lastWords().includes('pre-existing shared memory block');
    if (!(isLocked || isInUse) || attempt === ATTEMPTS) {
      throw new Error(`PostgreSQL did not start on ${place.dataDir}: ${server.lastWords().trim()}`);
    }
    if (isLocked) clearLock(place.dataDir);
    await wait(RETRY_EVERY_MS);
  }
}

/**
 * The lock may be held by a second start in the same folder, by the server of a killed node that must stop, or
 * by no process: then its pid belongs to another program by now.
 */
function clearLock(dataDir: string): void {
  const lock = join(dataDir, 'postmaster.pid');
  const server = Number.parseInt(read(lock));
  const isServer = `${commandOf(server)} `.includes(` -D ${dataDir} `);
  if (!isServer) return rmSync(lock, { force: true });

  const owner = Number(/cluster_name=yonder-(\d+)/.exec(read(join(dataDir, 'postmaster.opts')))?.[1]);
  if (owner !== process.pid && isAlive(owner)) {
    throw new Error(
      `Another process (${owner}) already runs on ${dataDir}. Stop it first, or set DATA_DIR and DATABASE_URL to another folder.`,
    );
  }
  process.kill(server, 'SIGINT');
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

function spawnServer(place: Place, settings: Record<string, string>): Promise<Server> {
  const { dataDir, socketDir, binaries, account } = place;
  const all = {
    ...settings,
    unix_socket_directories: `"${socketDir.replaceAll('"', '""')}"`,
    cluster_name: `yonder-${process.pid}`,
  };
  const options = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child = spawn(join(binaries.root, 'bin', 'postgres'), ['-D', dataDir, ...options], {
    ...account,
    cwd: '/',
    env: SERVER_ENVIRONMENT,
    detached: true, // Ctrl-C reaches this process alone, which then stops the server in order
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  if (child.pid) guard(child, account);
  return new Promise((answer) => {
    let log = '';
    const settle = (outcome: Server['outcome']): void => answer({ process: child, outcome, lastWords: () => log });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      log = (log + text).slice(-4000);
      if (/ready to accept (read-only )?connections/.test(log)) settle('ready');
    });
    child.once('error', (error) => {
      log += error.message;
      settle('exited');
    });
    child.once('close', () => settle('exited'));
  });
}
