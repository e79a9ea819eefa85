import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { help, readCommand } from './commands/index.ts';
import { loadConfig, type Config } from './config.ts';
import { createLog } from './platform/log.ts';
import { openDatabase } from './platform/postgres/open.ts';
import { runningClusterUrl } from './platform/postgres/running.ts';

const MIGRATIONS = fileURLToPath(new URL('../migrations', import.meta.url));
const EMBEDDED = 'embedded:';

try {
  await run(process.argv.slice(2));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function run(args: readonly string[]): Promise<void> {
  if (args[0] === undefined || args[0] === 'help' || args[0] === '--help') {
    console.log(help());
    return;
  }
  const config = loadConfig();
  const work = readCommand(args, config);
  // Standard output is for results alone.
  const log = createLog({ level: 'warn', to: pino.destination(2) });
  const { close, ...opened } = await openDatabase({
    databaseUrl: findDatabase(config),
    migrations: MIGRATIONS,
    log,
    onDeath(lastWords) {
      throw new Error(`The database is gone: ${lastWords}`);
    },
  });
  try {
    await work({ ...opened, log, print: (line) => console.log(line) });
  } finally {
    await close();
  }
}

/** The built-in server may be running already, for the product itself. */
function findDatabase({ databaseUrl }: Config): string {
  if (!databaseUrl.startsWith(EMBEDDED)) return databaseUrl;
  return runningClusterUrl(databaseUrl.slice(EMBEDDED.length)) ?? databaseUrl;
}
