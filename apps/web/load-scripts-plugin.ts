import { join } from 'node:path';
import type { Plugin } from 'vite';

/** What Vite puts around every import(). */
const HELPER = '\0vite/preload-helper.js';
const OURS = join(import.meta.dirname, 'src/lib/load-scripts.ts');

/** Around every import() of the build stands ours, which may be tried again. */
export function loadScripts(): Plugin {
  return {
    name: 'load-scripts',
    apply: 'build',
    enforce: 'pre',
    load: (id) => (id === HELPER ? `export { loadScripts as __vitePreload } from ${JSON.stringify(OURS)};` : null),
  };
}
