import { createServer } from 'node:net';
import { once } from 'node:events';
import { startApp, type AppOptions } from './app.ts';
import { loadConfig, type Config } from './config.ts';
import { greeting } from './greeting.ts';
import { startLocalProvider } from './local-provider.ts';
import { openObjectStore } from './media/index.ts';
import { collectGarbage, collectSeldom } from './platform/collect-garbage.ts';
import { createLog, type Log } from './platform/log.ts';
import { openDatabase } from './platform/postgres/open.ts';
import { seedWorld } from './seeding/index.ts';
import { MIGRATIONS } from './serve.ts';

const STOP_WITHIN_MS = 20_000;

type StopServer = () => Promise<void>;

if (import.meta.main) await run();

export async function run(): Promise<void> {
  try {
    const config = loadConfig();
    const log = createLog({ level: config.logLevel });
    process.on('uncaughtException', (error) => die(log, error));
    process.on('unhandledRejection', (error) => die(log, error));
    const stop = await start(config, log);
    stopOnSignals(log, stop);
    for (const line of greeting(config)) console.log(line);
    // Comes first: each collection settles where the next one begins.
    collectSeldom();
    collectGarbage();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}

async function start(config: Config, log: Log): Promise<StopServer> {
  await expectFreePort(config);
  const { close, ...opened } = await openDatabase({
    databaseUrl: config.databaseUrl,
    replicaUrl: config.replicaUrl,
    migrations: MIGRATIONS,
    log,
    onDeath: (lastWords) => die(log, new Error(`the database is gone: ${lastWords}`)),
  });
  try {
    const onDeath = (): void => die(log, new Error('the local identity provider is gone'));
    const local = config.providers.length === 0 ? await startLocalProvider(config, onDeath) : undefined;
    // Never in production: there the local provider is refused.
    if (local) await seed(config, { ...opened, log });
    const app = await startApp({ ...opened, config, log, providers: local ? [local.settings] : config.providers });
    return async () => {
      opened.clock.timer(config.drainSeconds * 1_000 + STOP_WITHIN_MS, () =>
        die(log, new Error('stopping took too long')),
      );
      await app.stop();
      local?.stop();
      await close();
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Makes demo users at the first start with the local provider. */
async function seed(
  config: Config,
  { database, clock, log }: Pick<AppOptions, 'database' | 'clock' | 'log'>,
): Promise<void> {
  const objects = openObjectStore({ ...config.objectStore, clock });
  const made = await seedWorld({ database, objects });
  if (made > 0) log.info({ made }, 'made people to meet');
}

/** Runs before anything is made or started for nothing. */
async function expectFreePort({ port, host }: Config): Promise<void> {
  const probe = createServer().listen(port, host);
  try {
    await once(probe, 'listening');
  } catch (error) {
    const taken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
    throw taken ? new Error(`Port ${port} is taken. Is this running already? Else set PORT to a free one.`) : error;
  }
  probe.close();
  await once(probe, 'close');
}

function stopOnSignals(log: Log, stop: StopServer): void {
  let stopping = false;
  const onSignal = (signal: string): void => {
    // A second signal means: do not wait.
    if (stopping) process.exit(1);
    stopping = true;
    log.info({ signal }, 'stopping');
    stop().then(
      () => process.exit(0),
      (error: unknown) => die(log, error),
    );
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
}

function die(log: Log, error: unknown): never {
  log.fatal({ err: error }, 'the server cannot go on');
  process.exit(1);
}
