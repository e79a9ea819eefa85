import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createServer, type Plugin } from 'vite';

const ROOT = /(?<=<div id="root">)(?=<\/div>)/;
/** One or several: an entry that only imports others is written as those. */
const ENTRIES = /<script type="module"[^>]* src="([^"]+)"><\/script>\n? */g;
const HEAD_END = '</head>';
/** Of what lies behind the landing page. */
const PRELOADED = /<link rel="modulepreload"[^>]*>\n? */g;

/** Beside index.html it writes landing.html: its first screen can be read before the scripts have come, and those wait for it. */
export function firstPaint(): Plugin {
  return {
    name: 'first-paint',
    apply: 'build',
    async writeBundle({ dir = '' }) {
      const index = readFileSync(join(dir, 'index.html'), 'utf8');
      writeFileSync(join(dir, 'landing.html'), afterPaint(index).replace(ROOT, await firstScreen()));
    },
  };
}

async function firstScreen(): Promise<() => string> {
  const server = await createServer({
    ...{ root: import.meta.dirname, appType: 'custom', logLevel: 'error', optimizeDeps: { noDiscovery: true } },
    server: { middlewareMode: true, ws: false },
  });
  try {
    const { html }: { html?: unknown } = await server.ssrLoadModule('/src/first-paint.tsx');
    if (typeof html !== 'string') throw new Error('first-paint.tsx draws nothing');
    return () => html;
  } finally {
    await server.close();
  }
}

function afterPaint(index: string): string {
  const entries = [...index.matchAll(ENTRIES)].map(([, href]) => href);
  if (entries.length === 0 || !ROOT.test(index)) throw new Error('index.html has no entry or no place for the app');
  const script = `<script src="/after-paint.js" data-entries="${entries.join(' ')}" defer></script>`;
  return index.replaceAll(ENTRIES, '').replaceAll(PRELOADED, '').replace(HEAD_END, `  ${script}\n  ${HEAD_END}`);
}
