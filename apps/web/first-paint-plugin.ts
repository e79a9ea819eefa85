import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createServer, type Plugin } from 'vite';

const ROOT = /(?<=<div id="root">)(?=<\/div>)/;
/** One or several: an entry that only imports others is written as those. */
const ENTRIES = /<script type="module"[^>]* src="([^"]+)"><\/script>\n? */g;
const HEAD_END = '</head>';
/** Of what lies behind the landing page. */
const PRELOADED = /<link rel="modulepreload"[^>]* href="([^"]+)"[^>]*>\n? */g;

/** What each page does with the scripts behind the front ones. */
const BEHIND = { index: 'with the entries', landing: 'when asked for', login: 'when idle' } as const;
type Page = keyof typeof BEHIND;

/** Each page's first screen stands in it and is painted before its scripts have come; those wait for it. */
export function firstPaint(): Plugin {
  return {
    name: 'first-paint',
    apply: 'build',
    async writeBundle({ dir = '' }) {
      const index = readFileSync(join(dir, 'index.html'), 'utf8');
      const screens = await firstScreens();
      for (const page of ['index', 'landing', 'login'] as const) {
        writeFileSync(
          join(dir, `${page}.html`),
          afterPaint(index, page).replace(ROOT, () => screens[page]),
        );
      }
    },
  };
}

async function firstScreens(): Promise<Record<Page, string>> {
  const server = await createServer({
    ...{ root: import.meta.dirname, appType: 'custom', logLevel: 'error', optimizeDeps: { noDiscovery: true } },
    server: { middlewareMode: true, ws: false },
  });
  try {
    const { index, landing, login }: Partial<Record<Page, unknown>> =
      await server.ssrLoadModule('/src/first-paint.tsx');
    if (typeof index !== 'string' || typeof landing !== 'string' || typeof login !== 'string') {
      throw new Error('first-paint.tsx does not draw every page');
    }
    return { index, landing, login };
  } finally {
    await server.close();
  }
}

function afterPaint(index: string, page: Page): string {
  const entries = [...index.matchAll(ENTRIES)].map(([, href]) => href);
  const behind = [...index.matchAll(PRELOADED)].map(([, href]) => href);
  if (entries.length === 0 || !ROOT.test(index)) throw new Error('index.html has no entry or no place for the app');
  const next = BEHIND[page] === 'with the entries' ? ` data-next="${behind.join(' ')}"` : '';
  const later = BEHIND[page] === 'when idle' ? behind : [];
  const tags = [
    `<script src="/after-paint.js" data-entries="${entries.join(' ')}"${next} defer></script>`,
    ...later.map((href) => `<link rel="prefetch" as="script" href="${href}" crossorigin />`),
  ];
  return index
    .replaceAll(ENTRIES, '')
    .replaceAll(PRELOADED, '')
    .replace(HEAD_END, `${tags.map((tag) => `  ${tag}\n`).join('')}  ${HEAD_END}`);
}
