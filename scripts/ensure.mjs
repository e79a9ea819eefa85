// Installs what package-lock.json asks for when it is not there yet. Runs before every script, on whatever
// Node a person has: plain old JavaScript only.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const stamp = join(root, 'node_modules', '.yonder-installed');
const wanted = createHash('sha256')
  .update(readFileSync(join(root, 'package-lock.json')))
  .update(`${process.platform} ${process.arch}`)
  .digest('hex');

if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== wanted) {
  install();
  compile();
  writeFileSync(stamp, wanted);
}

function install() {
  const args = ['ci', '--include=dev', '--no-fund', '--no-audit', '--loglevel=error'];
  const npm = process.env.npm_execpath;
  const stdio = ['ignore', 2, 2]; // what a script prints may be read by a program
  console.error('Installing what Yonder needs (once; about half a minute) …');
  const { status, error } = npm
    ? spawnSync(process.execPath, [npm, ...args], { cwd: root, stdio })
    : spawnSync('npm', args, { cwd: root, stdio, shell: process.platform === 'win32' });
  if (status !== 0) stop(error ? `npm could not be run: ${error.message}` : 'npm ci failed; see above.');
  if (!existsSync(join(root, 'node_modules', '.bin', 'node'))) {
    stop(`There is no Node 26 in npm for ${process.platform}-${process.arch}. Yonder runs on Linux and macOS.`);
  }
}

/**
 * What `npm start` runs is stripped of its types and compiled by a process that ends: in the server the tools for that
 * would keep some 30 MB. A thread throws here, after its imports; where all of it fails the start does it, and says why.
 */
function compile() {
  const programs = [
    'apps/server/src/main.ts',
    'apps/server/src/platform/nats-bus.ts',
    'apps/server/src/platform/relay/thread.ts',
    'apps/server/src/media/redraw.ts',
    'apps/server/src/media/voice-thread.ts',
    'apps/identity-provider/src/main.ts',
  ].map((path) => pathToFileURL(join(root, path)).href);
  const imports = `await Promise.allSettled(${JSON.stringify(programs)}.map((program) => import(program)))`;
  spawnSync(join(root, 'node_modules/.bin/node'), ['--input-type=module', '--eval', imports], {
    cwd: root,
    stdio: 'ignore',
    env: { ...process.env, NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/yonder/compiled') },
  });
}

function stop(message) {
  console.error(message);
  process.exit(1);
}
