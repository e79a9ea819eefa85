import { type ChildProcess, spawn } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { freePort } from '../apps/server/src/testing/free-port.ts';
import { percentile } from './call-setup/figures.ts';
import { proportionalMemoryOf, treeOf } from './lib/process-tree.ts';

/**
 * `npm start` where everything is installed and built: from the command to the first page answered, with a database that
 * is made first (once) and with one that is there; then, of both, the memory of the server with all it has started,
 * PostgreSQL among them, when nobody has asked for anything for some seconds.
 */
const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '5' }, idle: { type: 'string', default: '10' } },
});
const ROUNDS = Number(values.rounds);
const IDLE_MS = Number(values.idle) * 1_000;
const MOST = { firstPageMs: 3_000, idleMb: 250 } as const;
const ROOT = join(import.meta.dirname, '..');
const PATIENCE_MS = 60_000;

/** MB */
type Memory = Record<'all' | 'server' | 'identity provider' | 'PostgreSQL', number>;

interface Start {
  ms: number;
  memory: Memory;
}

const folders: string[] = [];
try {
  const used = await makeFolder();
  // It leaves a database behind, and compiled what has changed since the installation.
  await startOnce(used);
  const existing: Start[] = [];
  for (let round = 0; round < ROUNDS; round++) existing.push(await startOnce(used));
  report(existing, await startOnce(await makeFolder()));
} finally {
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
}

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'yonder-bench-'));
  folders.push(folder);
  // PostgreSQL runs as another account where we are root: it must find its way in here.
  await chmod(folder, 0o755);
  return folder;
}

async function startOnce(dataDir: string): Promise<Start> {
  const port = await freePort();
  const env = { ...process.env, DATA_DIR: dataDir, PORT: `${port}` };
  const started = performance.now();
  const npm = spawn('npm', ['start'], { cwd: ROOT, env, detached: true, stdio: 'ignore' });
  try {
    await firstPage(`http://127.0.0.1:${port}/`, npm);
    const ms = performance.now() - started;
    await pause(IDLE_MS);
    return { ms, memory: memoryBelow(npm.pid!) };
  } finally {
    const all = treeOf(npm.pid!).map(({ pid }) => pid);
    if (npm.exitCode === null) process.kill(-npm.pid!, 'SIGTERM');
    // npm does not wait for what it has started.
    while (all.some((pid) => treeOf(pid).length > 0)) await pause(50);
  }
}

async function firstPage(url: string, npm: ChildProcess): Promise<void> {
  const giveUpAt = performance.now() + PATIENCE_MS;
  for (;;) {
    const page = await fetch(url).then(
      (response) => (response.ok ? response.text() : ''),
      () => '',
    );
    if (page.includes('<title>')) return;
    if (npm.exitCode !== null || performance.now() > giveUpAt) throw new Error('npm start answers no page');
    await pause(5);
  }
}

/** Without npm itself, which only waits. */
function memoryBelow(npm: number): Memory {
  const memory: Memory = { all: 0, server: 0, 'identity provider': 0, PostgreSQL: 0 };
  for (const { pid, command } of treeOf(npm)) {
    const of = partOf(command);
    if (of === undefined) continue;
    const mb = proportionalMemoryOf(pid);
    memory[of] += mb;
    memory.all += mb;
  }
  return memory;
}

function partOf(command: string): Exclude<keyof Memory, 'all'> | undefined {
  if (/node .*apps\/server\/src\/main\.ts$/.test(command)) return 'server';
  if (command.includes('identity-provider')) return 'identity provider';
  return /postgres|yonder-watchdog/.test(command) ? 'PostgreSQL' : undefined;
}

function report(others: readonly Start[], first: Start): void {
  const median = (of: (start: Start) => number): number => Math.round(percentile(others.map(of), 0.5));
  const firstPageMs = { newDatabase: Math.round(first.ms), existing: median(({ ms }) => ms) };
  const names = ['all', 'server', 'identity provider', 'PostgreSQL'] as const;
  const mbOf = (of: (name: keyof Memory) => number) => Object.fromEntries(names.map((name) => [name, of(name)]));
  const idleMb = mbOf((name) => median(({ memory }) => memory[name]));
  const idleFirstMb = mbOf((name) => Math.round(first.memory[name]));
  const mostMb = Math.max(idleMb['all']!, idleFirstMb['all']!);
  const isWithin = firstPageMs.existing <= MOST.firstPageMs && mostMb <= MOST.idleMb;
  console.table({ 'ms to the first page': firstPageMs });
  console.table({ 'MB when idle': idleMb, 'MB when idle, the first run': idleFirstMb });
  console.log(
    JSON.stringify({ bench: 'cold', rounds: ROUNDS, firstPageMs, idleMb, idleFirstMb, budget: MOST, within: isWithin }),
  );
  process.exitCode = isWithin ? 0 : 1;
}
