import { enableCompileCache, flushCompileCache } from 'node:module';
import { join } from 'node:path';
import { buildWeb } from './build-web.ts';
import { ROOT } from './run-tool.ts';

// Stripped of types and compiled once: the next start reads what this one leaves. The environment tells child processes.
process.env['NODE_COMPILE_CACHE'] ??= join(ROOT, 'node_modules/.cache/yonder/compiled');
enableCompileCache(process.env['NODE_COMPILE_CACHE']);
buildWeb();
await import('../apps/server/src/main.ts');
flushCompileCache();
