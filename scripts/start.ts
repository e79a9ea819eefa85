import { join } from 'node:path';
import { buildWeb } from './build-web.ts';
import { ROOT } from './run-tool.ts';

// Stripped of types and compiled once, for child processes too: by ensure.mjs, and again what has changed since.
process.env['NODE_COMPILE_CACHE'] ??= join(ROOT, 'node_modules/.cache/yonder/compiled');
buildWeb();
// The server takes this process's place: what it took to get here, some 10 MB, would stay in it.
if (process.platform !== 'win32') {
  process.execve?.(process.execPath, [process.execPath, join(ROOT, 'apps/server/src/main.ts')]);
}
// Windows knows nothing of the kind.
const { run } = await import('../apps/server/src/main.ts');
await run();
