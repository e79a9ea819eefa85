// Installs what package-lock.json asks for when it is not there yet. Runs before every script, on whatever
// Node a person has: plain old JavaScript only.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const stamp = join(root, 'node_modules', '.yonder-installed');
const wanted = createHash('sha256')
  .update(readFileSync(join(root, 'package-lock.json')))
  .update(`${process.platform} ${process.arch}`)
  .digest('hex');

if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== wanted) {
  install();
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

function stop(message) {
  console.error(message);
  process.exit(1);
}
