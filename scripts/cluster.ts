/* Two nodes of the product, PostgreSQL, NATS and a relay on this machine, for whoever wants to see them work together. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { loadConfig, SettingError, type Config } from '../apps/server/src/config.ts';
import { startCluster } from '../apps/server/src/platform/postgres/embedded.ts';
import { startNatsServer } from '../apps/server/src/testing/nats-server.ts';
import { startTurnServer } from '../e2e/support/turn-server.ts';
import { buildWeb } from './build-web.ts';
import { ensureCoturn, ensureNats } from './tools.ts';

const MAIN = join(import.meta.dirname, '../apps/server/src/main.ts');
const EMBEDDED = 'embedded:';
/** Each node has three ports of its own: page, identity provider, relay. */
const NEXT_NODE = 10;
/** Two names of this machine are two cookie jars: one browser can be two people, each on a node of their own. */
const HOSTS = ['localhost', '127.0.0.1'] as const;

type Undo = () => Promise<unknown>;

try {
  await run(loadConfig());
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

/** Until it is interrupted, or a part of it is gone; takes with it whatever it has started. */
async function run(config: Config): Promise<void> {
  if (config.busUrl === null && !ensureNats()) {
    throw new SettingError('There is no nats-server: install it, or set BUS_URL to one that runs.');
  }
  buildWeb();
  const end = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => end.abort());
  const interrupted = once(end.signal, 'abort');
  const started: Undo[] = [];
  try {
    const settings = await startServers(config, { started, onDeath: () => end.abort() });
    for (const [i, host] of HOSTS.entries()) {
      if (end.signal.aborted) return;
      const port = config.port + i * NEXT_NODE;
      const node = startNode({ ...settings, PORT: String(port), IDENTITY_PORT: String(port + 1) });
      started.push(() => stop(node));
      node.once('exit', () => {
        if (!end.signal.aborted) process.exitCode = 1;
        end.abort();
      });
      await ready(node, interrupted);
      if (!end.signal.aborted) console.log(`Node ${i + 1} is ready: http://${host}:${port}`);
    }
    if (!end.signal.aborted) console.log('Open each in a window of its own. Ctrl+C stops all of it.');
    await interrupted;
  } finally {
    for (const undo of started.toReversed()) await undo();
  }
}

interface Life {
  started: Undo[];
  onDeath(): void;
}

/** What the nodes share; what is named by a setting runs already. Answers their settings. */
async function startServers(config: Config, { started, onDeath }: Life): Promise<Record<string, string>> {
  const settings: Record<string, string> = { DATABASE_URL: config.databaseUrl, BUS_URL: config.busUrl ?? '' };
  if (config.databaseUrl.startsWith(EMBEDDED)) {
    const folder = config.databaseUrl.slice(EMBEDDED.length);
    const database = await startCluster({ folder, onDeath });
    started.push(() => database.stop());
    settings['DATABASE_URL'] = database.url;
  }
  if (config.busUrl === null) {
    const nats = await startNatsServer();
    started.push(() => nats.kill());
    settings['BUS_URL'] = nats.url;
  }
  if (config.turn === null && ensureCoturn()) {
    const relay = await startTurnServer();
    started.push(() => relay.stop());
    Object.assign(settings, relay.settings);
  } else if (config.turn === null) {
    console.log('Without coturn two people hear each other only on the same node: install it, or set TURN_URLS.');
  }
  return settings;
}

/** In a group of its own: Ctrl+C is for this program alone, which then stops it in order. */
function startNode(settings: Readonly<Record<string, string>>): ChildProcess {
  return spawn(process.execPath, [MAIN], {
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...settings },
  });
}

/** Resolves once it answers, is gone or is not wanted any more. */
async function ready(node: ChildProcess, interrupted: Promise<unknown>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  node.stdout?.on('data', (said: Buffer) => {
    if (said.includes(' is ready:')) resolve();
    else process.stdout.write(said);
  });
  await Promise.race([promise, interrupted]);
}

async function stop(node: ChildProcess): Promise<void> {
  if (node.exitCode !== null || node.signalCode !== null) return;
  node.kill('SIGTERM');
  await once(node, 'exit');
}
