import { join } from 'node:path';
import type { Plugin } from 'vite';

/** The helper that Vite puts around every import(). */
const HELPER = '\0vite/preload-helper.js';
const OURS = join(import.meta.dirname, 'src/lib/load-scripts.ts');

/** Replaces Vite's helper by ours, which can retry an import. */
export function loadScripts(): Plugin {
  return {
    name: 'load-scripts',
    apply: 'build',
    enforce: 'pre',
    load: (id) => (id === HELPER ? `export { loadScripts as __vitePreload } from ${JSON.stringify(OURS)};` : null),
  };
}
