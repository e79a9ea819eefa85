import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LANGUAGES, type Language } from '@yonder/contract';
import { createServer, type Plugin } from 'vite';
import * as z from 'zod/mini';

const HTML = /(?<=<html )lang="en"/;
const TITLE = /<title>.*<\/title>/;
const ROOT = /(?<=<div id="root">)(?=<\/div>)/;
/** One or several: an entry that only imports others is replaced by those. */
const ENTRIES = /<script type="module"[^>]* src="([^"]+)"><\/script>\n? */g;
const HEAD_END = '</head>';
/** In the page it would load before the first paint, which needs neither the manifest nor its icon. */
const MANIFEST = /<link rel="manifest" href="([^"]+)" \/>\n? */;

/** Loaded after the paint: `next` together with the entries, `idle` when there is nothing else to fetch. */
const NEXT = {
  index: { next: ['gateway', 'inside'], idle: [] },
  landing: { next: ['front-below'], idle: [] },
  login: { next: [], idle: ['gateway', 'inside'] },
} satisfies Record<string, Record<'next' | 'idle', readonly string[]>>;
const PAGES = ['index', 'landing', 'login'] as const;

/** What first-paint.tsx renders for one language. */
const Drawn = z.object({
  /** Attributes of <html>. */
  attributes: z.string(),
  pages: z.record(z.enum(PAGES), z.object({ head: z.string(), screen: z.string() })),
});
type Drawn = z.infer<typeof Drawn>;

interface Script {
  name: string;
  fileName: string;
  facadeModuleId: string | null;
}

/**
 * Renders each page's first screen into its HTML, so that it is painted before its scripts, which wait for the paint.
 * English pages are <page>.html, those of other languages <language>/<page>.html.
 */
export function firstPaint(): Plugin {
  return {
    name: 'first-paint',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      const index = readFileSync(join(dir, 'index.html'), 'utf8');
      const scripts = Object.values(bundle).filter((emitted) => emitted.type === 'chunk');
      const drawn = await drawAll();
      for (const language of LANGUAGES) {
        const folder = language === 'en' ? dir : join(dir, language);
        mkdirSync(folder, { recursive: true });
        for (const page of PAGES) {
          const waiting = afterPaint(index, scriptsAfter(page, { language, scripts }));
          writeFileSync(join(folder, `${page}.html`), filledIn(waiting, drawn[language], page));
        }
      }
    },
  };
}

async function drawAll(): Promise<Record<Language, Drawn>> {
  const server = await createServer({
    root: import.meta.dirname,
    appType: 'custom',
    logLevel: 'error',
    optimizeDeps: { noDiscovery: true },
    server: {
      middlewareMode: true,
      ws: false,
    },
  });
  try {
    const { drawn } = await server.ssrLoadModule('/src/first-paint.tsx');
    return z.record(z.enum(LANGUAGES), Drawn).parse(drawn);
  } finally {
    await server.close();
  }
}

function filledIn(html: string, { attributes, pages }: Drawn, page: (typeof PAGES)[number]): string {
  const { head, screen } = pages[page];
  return html
    .replace(HTML, () => attributes)
    .replace(TITLE, () => head)
    .replace(ROOT, () => screen);
}

type After = Record<'next' | 'idle', readonly string[]>;

/** Returns addresses. The English messages are part of the entries. */
function scriptsAfter(
  page: (typeof PAGES)[number],
  { language, scripts }: { language: Language; scripts: readonly Script[] },
): After {
  const hrefsOf = (names: readonly string[]) =>
    scripts.filter(({ name }) => names.includes(name)).map(({ fileName }) => `/${fileName}`);
  const words = scripts.filter(({ facadeModuleId }) => facadeModuleId?.endsWith(`/locales/front/${language}.po`));
  return {
    next: [...words.map(({ fileName }) => `/${fileName}`), ...hrefsOf(NEXT[page].next)],
    idle: hrefsOf(NEXT[page].idle),
  };
}

function afterPaint(html: string, { next, idle }: After): string {
  const entries = [...html.matchAll(ENTRIES)].map(([, href]) => href);
  const [, manifest] = MANIFEST.exec(html) ?? [];
  if (entries.length === 0 || manifest === undefined || ![HTML, TITLE, ROOT].every((place) => place.test(html))) {
    throw new Error('index.html has no entry, no manifest, or no place for what is drawn');
  }
  const data = Object.entries({ entries, next, idle, manifest: [manifest] }).filter(([, hrefs]) => hrefs.length > 0);
  const attributes = data.map(([name, hrefs]) => `data-${name}="${hrefs.join(' ')}"`);
  return html
    .replaceAll(ENTRIES, '')
    .replace(MANIFEST, '')
    .replace(HEAD_END, `  <script src="/after-paint.js" ${attributes.join(' ')} defer></script>\n  ${HEAD_END}`);
}
