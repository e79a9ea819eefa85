import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createServer, type Plugin } from 'vite';

const ROOT = /(?<=<div id="root">)(?=<\/div>)/;
/** One or several: an entry that only imports others is written as those. */
const ENTRIES = /<script type="module"[^>]* src="([^"]+)"><\/script>\n? */g;
const HEAD_END = '</head>';

/** The files that each page asks for with its entries, not once those have run, and those it asks for when idle. */
const NEXT = {
  index: { soon: ['gateway', 'inside'], idle: [] },
  landing: { soon: ['front-below'], idle: [] },
  login: { soon: [], idle: ['gateway', 'inside'] },
} satisfies Record<string, { soon: readonly string[]; idle: readonly string[] }>;
type Page = keyof typeof NEXT;

/** Each page's first screen stands in it and is painted before its scripts have come; those wait for it. */
export function firstPaint(): Plugin {
  return {
    name: 'first-paint',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      const index = readFileSync(join(dir, 'index.html'), 'utf8');
      const screens = await firstScreens();
      const scripts = Object.values(bundle).filter((emitted) => emitted.type === 'chunk');
      const hrefsOf = (names: readonly string[]) =>
        scripts.filter(({ name }) => names.includes(name)).map(({ fileName }) => `/${fileName}`);
      for (const page of ['index', 'landing', 'login'] as const) {
        const next = { soon: hrefsOf(NEXT[page].soon), idle: hrefsOf(NEXT[page].idle) };
        writeFileSync(
          join(dir, `${page}.html`),
          afterPaint(index, next).replace(ROOT, () => screens[page]),
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

/** What is next: addresses of scripts. */
function afterPaint(index: string, { soon, idle }: { soon: readonly string[]; idle: readonly string[] }): string {
  const entries = [...index.matchAll(ENTRIES)].map(([, href]) => href);
  if (entries.length === 0 || !ROOT.test(index)) throw new Error('index.html has no entry or no place for the app');
  const next = soon.length === 0 ? '' : ` data-next="${soon.join(' ')}"`;
  const tags = [
    `<script src="/after-paint.js" data-entries="${entries.join(' ')}"${next} defer></script>`,
    ...idle.map((href) => `<link rel="prefetch" as="script" href="${href}" crossorigin />`),
  ];
  return index.replaceAll(ENTRIES, '').replace(HEAD_END, `${tags.map((tag) => `  ${tag}\n`).join('')}  ${HEAD_END}`);
}
