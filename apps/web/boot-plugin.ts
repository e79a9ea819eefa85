import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { minifySync, type Plugin } from 'vite';

const FILE = join(import.meta.dirname, 'boot.js');
const PLACE = '<script src="/boot.js"></script>';

/** Inlines boot.js into the page, so that it runs before the first paint without a request. */
export function boot(): Plugin {
  return {
    name: 'boot',
    transformIndexHtml: {
      order: 'pre',
      handler(html) {
        if (!html.includes(PLACE)) throw new Error(`index.html has no ${PLACE}`);
        return html.replace(PLACE, () => `<script>${bootScript()}</script>`);
      },
    },
  };
}

/** Minified for the oldest browsers. `codegen: false`, because full minification would write template strings. */
export function bootScript(): string {
  const options = { module: false, compress: { target: 'es2015' }, codegen: false };
  return minifySync('boot.js', readFileSync(FILE, 'utf8'), options).code.replaceAll(/\n\s*/g, '');
}
