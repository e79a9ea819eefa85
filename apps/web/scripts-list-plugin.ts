import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

/** Outside the build's output, since browsers do not need it. */
const LIST = join(import.meta.dirname, '../../node_modules/.cache/yonder/web-scripts.json');
const SOURCES = join(import.meta.dirname, 'src');

/** Writes the modules and the weight of each script of the build, for the budgets of scripts/bundles.ts. */
export function scriptsList(): Plugin {
  return {
    name: 'scripts-list',
    apply: 'build',
    writeBundle(_options, bundle) {
      const scripts = Object.values(bundle).flatMap((emitted) =>
        emitted.type === 'chunk'
          ? {
              file: emitted.fileName,
              imports: emitted.imports,
              modules: emitted.moduleIds.map((id) => relative(SOURCES, id)),
              asks: emitted.moduleIds.flatMap((id) =>
                (this.getModuleInfo(id)?.dynamicallyImportedIds ?? []).map((asked) => ({
                  by: relative(SOURCES, id),
                  module: relative(SOURCES, asked),
                })),
              ),
              gzip: gzipSync(emitted.code).length,
            }
          : [],
      );
      mkdirSync(dirname(LIST), { recursive: true });
      writeFileSync(LIST, JSON.stringify(scripts));
    },
  };
}
