import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { findBinaries } from './binaries.ts';
import { startCluster, type Cluster } from './embedded.ts';
import { choosePlace } from './place.ts';
import { commandOf } from './processes.ts';

const PROGRAM = fileURLToPath(new URL('../../testing/cluster-process.ts', import.meta.url));
const AS_ROOT = process.getuid?.() === 0;

let home: string;
const cleanUps: (() => unknown)[] = [];

beforeEach(() => {
  home = mkdtempSync(join(realpathSync(tmpdir()), 'yonder-cluster-'));
  chmodSync(home, 0o777);
  cleanUps.push(() => rmSync(home, { recursive: true, force: true }));
});

afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp();
});

async function start(folder: string): Promise<Cluster> {
  const cluster = await startCluster({ folder, onDeath: () => {} });
  cleanUps.push(() => cluster.stop());
  return cluster;
}

interface Process {
  child: ChildProcessByStdio<Writable, Readable, Readable>;
  lines: string[];
  errors: string[];
  exited: Promise<unknown>;
}

function run(folder: string, task = ''): Process {
  const child = spawn(process.execPath, [PROGRAM, folder, task], {
    cwd: '/',
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const lines: string[] = [];
  const errors: string[] = [];
  createInterface(child.stdout).on('line', (line) => lines.push(line));
  createInterface(child.stderr).on('line', (line) => errors.push(line));
  const exited = once(child, 'close');
  cleanUps.push(() => {
    child.stdin.end();
    return exited;
  });
  return { child, lines, errors, exited };
}

/** The address of the process's cluster, once it runs. */
async function running({ lines, errors }: Process): Promise<string> {
  return vi.waitFor(() => lines[0] ?? Promise.reject(new Error(errors.join('\n') || 'not yet')), { timeout: 15_000 });
}

async function ask(url: string, query: string): Promise<unknown[][]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<unknown[]>({ text: query, rowMode: 'array' })).rows;
  } finally {
    await client.end();
  }
}

function childrenOf(pid: number | undefined): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number);
}

const postmaster = (folder: string): number => Number.parseInt(readFileSync(join(folder, 'postmaster.pid'), 'utf8'));

test('a folder whose path has spaces, commas and quotes holds a cluster, its data survives a restart', async () => {
  const folder = join(home, 'my "new", clone', 'var', 'db');
  const first = await startCluster({ folder, onDeath: () => {} });
  await ask(first.url, 'CREATE TABLE kept AS SELECT 1 AS n');
  await first.stop();
  const second = await start(folder);
  expect(await ask(second.url, 'SELECT n FROM kept')).toEqual([[1]]);
});

test('a path too long for a socket puts the socket in a private folder elsewhere', async () => {
  const folder = join(home, 'x'.repeat(100), 'db');
  const { url } = await start(folder);
  const socketDir = new URL(url).searchParams.get('host') ?? '';
  cleanUps.unshift(() => rmSync(socketDir, { recursive: true, force: true }));
  expect(socketDir.startsWith(home)).toBe(false);
  expect(statSync(socketDir).mode & 0o777).toBe(0o700);
  expect(await ask(url, 'SELECT 1')).toEqual([[1]]);
});

test('a second start in the same folder is refused in one line that names the first', async () => {
  const folder = join(home, 'db');
  const first = run(folder);
  await running(first);
  const second = run(folder);
  await second.exited;
  expect(second.child.exitCode).toBe(1);
  expect(second.errors).toEqual([
    `Another process (${first.child.pid}) already runs on ${folder}. Stop it first, or set DATA_DIR and DATABASE_URL to another folder.`,
  ]);
});

test('after kill -9 every acknowledged row is there, the open transaction’s is not, and the next start succeeds', async () => {
  const folder = join(home, 'db');
  const writer = run(folder, 'write');
  await vi.waitFor(() => expect(writer.lines.length).toBeGreaterThan(100), { timeout: 15_000 });
  writer.child.kill('SIGKILL');
  await writer.exited;
  const acknowledged = writer.lines.slice(1).map(Number);

  const { url } = await start(folder);
  const stored = (await ask(url, 'SELECT n FROM written ORDER BY n')).map(([n]) => n);
  expect(stored[0]).toBe(1);
  expect(acknowledged.filter((n) => !stored.includes(n))).toEqual([]);
});

test.runIf(process.platform === 'linux')(
  'a server left behind without its watchdog is stopped by the next start',
  async () => {
    const folder = join(home, 'db');
    const first = run(folder);
    await running(first);
    const server = postmaster(folder);
    const watchdog =
      childrenOf(first.child.pid).find((pid) => commandOf(pid).includes('yonder-watchdog')) ?? Number.NaN;
    process.kill(watchdog, 'SIGKILL');
    first.child.kill('SIGKILL');
    await first.exited;
    expect(commandOf(server)).toContain(folder);

    const { url } = await start(folder);
    expect(await ask(url, 'SELECT 1')).toEqual([[1]]);
    expect(postmaster(folder)).not.toBe(server);
  },
);

test.runIf(process.platform === 'linux')(
  'a process that outlives its killed server is waited for by the next start',
  async () => {
    const folder = join(home, 'db');
    const died = Promise.withResolvers<string>();
    const first = await startCluster({ folder, onDeath: died.resolve });
    const client = new pg.Client({ connectionString: first.url });
    client.on('error', () => {});
    await client.connect();
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    process.kill(rows[0]!.pid, 'SIGSTOP');
    process.kill(postmaster(folder), 'SIGKILL');
    await died.promise;
    const starting = start(folder);
    // Longer than an attempt takes.
    await wait(500);
    process.kill(rows[0]!.pid, 'SIGCONT');
    expect(await ask((await starting).url, 'SELECT 1')).toEqual([[1]]);
  },
);

test('when the server dies its node is told, and ends', async () => {
  const folder = join(home, 'db');
  const node = run(folder);
  await running(node);
  process.kill(postmaster(folder), 'SIGKILL');
  await node.exited;
  expect(node.child.exitCode).toBe(1);
  expect(node.errors[0]).toContain('PostgreSQL died');
});

test('a lock whose number belongs to another program by now is no hindrance', async () => {
  const folder = join(home, 'db');
  await (await startCluster({ folder, onDeath: () => {} })).stop();
  const other = spawn('sleep', ['60'], { ...(AS_ROOT && { uid: statSync(folder).uid }) });
  cleanUps.push(() => other.kill());
  writeFileSync(join(folder, 'postmaster.pid'), `${other.pid}\n${folder}\n`);
  const { url } = await start(folder);
  expect(await ask(url, 'SELECT 1')).toEqual([[1]]);
});

test('the data of another PostgreSQL version is refused by name', async () => {
  const folder = join(home, 'db');
  mkdirSync(folder);
  writeFileSync(join(folder, 'PG_VERSION'), '17\n');
  await expect(start(folder)).rejects.toThrow(
    `${folder} was made by PostgreSQL 17, and this is PostgreSQL 18, which cannot read it`,
  );
});

test('a folder with other things in it is left alone', async () => {
  writeFileSync(join(home, 'letter.txt'), 'mine');
  await expect(start(home)).rejects.toThrow(`${home} is not empty and holds no PostgreSQL database.`);
});

test('what a killed first start left half made is no hindrance', async () => {
  mkdirSync(join(home, 'db.new-999999'));
  writeFileSync(join(home, 'db.new-999999', 'PG_VERSION'), '18\n');
  const { url } = await start(join(home, 'db'));
  expect(await ask(url, 'SELECT 1')).toEqual([[1]]);
  expect(() => statSync(join(home, 'db.new-999999'))).toThrow('ENOENT');
});

test.runIf(AS_ROOT)(
  'root in a clone under a 0700 home keeps data and binaries where PostgreSQL’s account can look',
  async () => {
    chmodSync(home, 0o700);
    const hidden = { ...findBinaries(), root: join(home, 'native') };
    cpSync(findBinaries().root, hidden.root, { recursive: true, verbatimSymlinks: true });
    const wanted = join(home, 'var', 'db');
    const place = choosePlace(wanted, hidden);
    cleanUps.push(() => rmSync(join(place.dataDir, '..'), { recursive: true, force: true }));
    expect(place.note).toContain(`cannot look into ${home}/var: the database is in ${place.dataDir}`);
    expect(place.binaries.root.startsWith(join(place.dataDir, '..'))).toBe(true);

    const first = await startCluster({ folder: wanted, onDeath: () => {} });
    await ask(first.url, 'CREATE TABLE kept AS SELECT 1 AS n');
    await first.stop();
    const second = await start(wanted);
    expect(second.note).toBe(place.note);
    expect(await ask(second.url, 'SELECT n FROM kept')).toEqual([[1]]);
  },
);

test.runIf(AS_ROOT)(
  'root never starts empty beside a database that PostgreSQL’s account can no longer reach',
  async () => {
    const wanted = join(home, 'db');
    await (await startCluster({ folder: wanted, onDeath: () => {} })).stop();
    chmodSync(home, 0o700);
    expect(() => choosePlace(wanted)).toThrow(`${wanted} holds a database, but the account PostgreSQL runs as`);
  },
);
