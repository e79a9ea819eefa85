import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { start } from './child.ts';
import { freePort } from '../../apps/server/src/testing/free-port.ts';

const runFile = promisify(execFile);
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const MAIN = join(ROOT, 'apps/server/src/main.ts');
/** A machine that runs several browsers at once may take longer to answer a match than people's machines do. */
const OWN = { PATH: process.env['PATH'], HOME: process.env['HOME'], MATCH_ACK_SECONDS: '15' };
/** As `npm start` has it. */
const NODE_COMPILE_CACHE = join(ROOT, 'node_modules/.cache/yonder/compiled');
/** The folder of a product that has been started before (prepared-data.ts). Missing: each start begins with nothing. */
const PREPARED = 'E2E_PREPARED_DATA';
const CLI = join(ROOT, 'apps/server/src/cli.ts');
const PAGE = join(ROOT, 'apps/web/dist/index.html');

export type Settings = Readonly<Record<string, string>>;

/** The product as `npm start` runs it, on ports and data of its own. */
export interface Product {
  url: string;
  /** Of the closed relay, UDP. */
  relayPort: number;
  /** Of the web server, TCP. */
  port: number;
  /** Of its database and its files. */
  dataDir: string;
  /** The server's process. */
  readonly pid: number;
  /** What its server has written since it started. */
  output(): string;
  /** kill -9. */
  kill(): Promise<void>;
  /** Again, over the same data. */
  restart(): Promise<void>;
  /** What an operator types after `npm run -s yonder --`. */
  command(...args: string[]): Promise<string>;
  /** Its data stays. */
  end(): Promise<void>;
  /** And its data goes. */
  stop(): Promise<void>;
}

export async function startProduct(settings: Settings): Promise<Product> {
  if (!existsSync(PAGE)) throw new Error('The web app is not built: run `npm run build` first.');
  const port = await freePort();
  const dataDir = await makeDataDir();
  const url = `http://localhost:${port}`;
  const env = { ...OWN, NODE_COMPILE_CACHE, PORT: `${port}`, DATA_DIR: dataDir, ...settings };
  const startServer = () =>
    start({
      command: process.execPath,
      args: [MAIN],
      env,
      ready: / is ready:/,
    });
  let server = await startServer();
  return {
    url,
    port,
    relayPort: port + 2,
    dataDir,
    get pid() {
      return server.pid;
    },
    output: () => server.output(),
    kill: () => server.kill(),
    async restart() {
      server = await startServer();
    },
    async command(...args) {
      return (await runFile(process.execPath, [CLI, ...args], { env })).stdout;
    },
    end: () => server.stop(),
    stop: async () => {
      await server.stop();
      await rm(dataDir, {
        recursive: true,
        force: true,
      });
    },
  };
}

async function makeDataDir(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'yonder-e2e-'));
  // PostgreSQL runs as another account where we are root: it must find its way in here, not somewhere that stays.
  await chmod(folder, 0o755);
  const prepared = process.env[PREPARED];
  // Files keep their owner, which is that account.
  if (prepared !== undefined) await runFile('cp', ['-a', `${prepared}/.`, folder]);
  return folder;
}

/** What a first start makes, made once for all products of this run. Returns how to remove it. */
export async function prepareData(): Promise<() => Promise<void>> {
  const product = await startProduct({});
  await product.end();
  process.env[PREPARED] = product.dataDir;
  return () => rm(product.dataDir, { recursive: true, force: true });
}
