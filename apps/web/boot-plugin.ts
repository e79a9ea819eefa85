import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { minifySync, type Plugin } from 'vite';

const FILE = join(import.meta.dirname, 'boot.js');
const PLACE = '<script src="/boot.js"></script>';

/** What has to run before the first paint stands in the page itself: nothing has to come for it. */
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

/** As the oldest browsers read it, too: as short as that allows, for what shortens further writes templates for strings. */
export function bootScript(): string {
  const options = { module: false, compress: { target: 'es2015' }, codegen: false };
  return minifySync('boot.js', readFileSync(FILE, 'utf8'), options).code.replaceAll(/\n\s*/g, '');
}
