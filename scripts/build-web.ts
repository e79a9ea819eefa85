import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOT, runTool } from './run-tool.ts';

const SOURCES = [
  'apps/web/{index.html,*.ts,*.js,package.json,src/**,public/**}',
  'packages/*/{package.json,src/**}',
  'package-lock.json',
];
const PAGE = join(ROOT, 'apps/web/dist/index.html');
/** Written by scripts-list-plugin.ts. */
export const SCRIPTS = join(ROOT, 'node_modules/.cache/yonder/web-scripts.json');
const STAMP = join(ROOT, 'node_modules/.cache/yonder/web-build');

/** Builds the web application unless its sources are those of the last build. */
export function buildWeb(): void {
  const wanted = hashSources();
  if ([PAGE, SCRIPTS, STAMP].every((path) => existsSync(path)) && readFileSync(STAMP, 'utf8') === wanted) return;
  console.log('Building the web application …');
  const built = runTool('vite', ['build', 'apps/web', '--logLevel', 'warn']);
  if (built.status !== 0) {
    console.error('The web application could not be built; see above.');
    process.exit(1);
  }
  mkdirSync(dirname(STAMP), { recursive: true });
  writeFileSync(STAMP, wanted);
}

function hashSources(): string {
  const hash = createHash('sha256');
  for (const file of globSync(SOURCES, { cwd: ROOT }).toSorted()) {
    const path = join(ROOT, file);
    if (statSync(path).isFile()) hash.update(`${file}\0`).update(readFileSync(path));
  }
  return hash.digest('hex');
}
