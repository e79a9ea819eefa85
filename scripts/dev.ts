import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { createServer } from 'vite';
import { personas } from '../apps/identity-provider/src/personas.ts';
import { loadConfig } from '../apps/server/src/config.ts';

/** The page reloads as it is edited (Vite, on PORT) and the server starts again (on PORT+3, behind it). */
const ROOT = dirname(import.meta.dirname);
const { port, identityPort } = loadConfig();
const address = `http://localhost:${port}`;
const serverPort = port + 3;

const page = await createServer({
  configFile: join(ROOT, 'apps/web/vite.config.ts'),
  server: {
    port,
    strictPort: true,
    proxy: { '/api': { target: `http://127.0.0.1:${serverPort}`, ws: true, changeOrigin: false } },
  },
});
await page.listen();

const server = spawn(process.execPath, ['--watch', '--watch-preserve-output', join(ROOT, 'apps/server/src/main.ts')], {
  cwd: ROOT,
  stdio: ['ignore', 'inherit', 'inherit'],
  env: { ...process.env, PORT: String(serverPort), PUBLIC_URL: address, IDENTITY_PORT: String(identityPort) },
});
server.once('exit', (code) => void stop(code ?? 0));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => server.kill(signal));

console.log('\n  Sign in as (a second person in a private window, or both at once: npm run dev:two)');
for (const { label, note } of Object.values<{ label: string; note?: string }>(personas)) {
  console.log(`    ${label}${note ? ` (${note})` : ''}`);
}

async function stop(code: number): Promise<void> {
  await page.close();
  process.exit(code);
}
