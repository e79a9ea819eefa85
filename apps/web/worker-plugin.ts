import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Plugin } from 'vite';

/** This address must never change: browsers look there for the next worker. */
const WORKER = 'push-worker.js';
const PUBLIC = join(import.meta.dirname, 'public');
/** Files without a hash that every page needs, or that carry the app's name and icon. */
const NAMED = ['after-paint.js', 'favicon.svg', 'manifest.webmanifest', 'icons/icon-192.png', 'icons/badge-96.png'];
const REVISION = '%REVISION%';

/**
 * Builds the worker beside the build that it caches. Catalogues, emoji and regions are many and a user needs few, so
 * pages report those they load.
 */
export function worker(): Plugin {
  return {
    name: 'worker',
    apply: 'build',
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const page = bundle['index.html'];
        if (page?.type !== 'asset') return;
        const assets = Object.values(bundle).filter(({ fileName }) => fileName.startsWith('assets/'));
        const needed = assets.filter((asset) => isForEverybody(asset)).map(({ fileName }) => fileName);
        const revision = revisionOf([...assets.map(({ fileName }) => fileName), String(page.source)]);
        page.source = String(page.source).replace(REVISION, revision);
        const paths = [...needed, ...NAMED].toSorted().map((file) => `/${file}`);
        const files = ['/home', ...paths];
        this.emitFile({ type: 'asset', fileName: WORKER, source: await bundled({ revision, files }) });
      },
    },
  };
}

type Emitted = { type: 'chunk'; fileName: string; facadeModuleId: string | null } | { type: 'asset'; fileName: string };

function isForEverybody(emitted: Emitted): boolean {
  if (emitted.type === 'asset') return /\.css$|typeface-words/.test(emitted.fileName);
  return !/\/locales\/|virtual:emoji|\/regions\/|\/moderation\//.test(emitted.facadeModuleId ?? '');
}

/** A changed file, page or public file gives another revision. */
function revisionOf(parts: readonly string[]): string {
  const hash = createHash('sha256').update(parts.toSorted().join('\n'));
  for (const file of globSync('**/*.*', { cwd: PUBLIC }).toSorted()) hash.update(readFileSync(join(PUBLIC, file)));
  return hash.digest('base64url').slice(0, 12);
}

/** One classic script: not every browser with pushes supports modules in workers. */
async function bundled(known: { revision: string; files: readonly string[] }): Promise<string> {
  const result = await build({
    configFile: false,
    root: import.meta.dirname,
    publicDir: false,
    logLevel: 'warn',
    define: { BUILD: JSON.stringify(known) },
    build: {
      write: false,
      target: 'es2023',
      rolldownOptions: {
        input: join(import.meta.dirname, 'src/worker/push-worker.ts'),
        output: { format: 'iife', entryFileNames: WORKER },
      },
    },
  });
  const [output] = [result].flat();
  const chunk = output && 'output' in output ? output.output[0] : undefined;
  if (chunk === undefined) throw new Error('The worker was not built.');
  return chunk.code;
}
