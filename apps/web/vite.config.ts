import { lingui } from '@lingui/vite-plugin';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { boot } from './boot-plugin.ts';
import { emoji } from './emoji-plugin.ts';
import { createFileOf } from './files.ts';
import { firstPaint } from './first-paint-plugin.ts';
import { icons } from './icons-plugin.ts';
import { loadScripts } from './load-scripts-plugin.ts';
import { linguiOptions, messageMacros } from './messages-plugin.ts';
import { scriptsList } from './scripts-list-plugin.ts';
import { worker } from './worker-plugin.ts';

const root = import.meta.dirname;
/** The server of `npm run dev`. */
const server = `http://127.0.0.1:${process.env['PORT'] ?? '3000'}`;

/** The server fills in the product's name and address in index.html; in development Vite does. */
function placeholders(): Plugin {
  return {
    name: 'placeholders',
    apply: 'serve',
    transformIndexHtml: async (html) =>
      html
        .replaceAll('%PRODUCT_NAME%', process.env['PRODUCT_NAME'] ?? 'Yonder')
        .replaceAll('%PUBLIC_URL%', process.env['PUBLIC_URL'] ?? server)
        .replace('%SOCIAL_LINKS%', '[]')
        .replace('%PROVIDERS%', (await providers()).replaceAll('"', '&quot;')),
  };
}

/** As JSON. */
async function providers(): Promise<string> {
  const response = await fetch(`${server}/api/v1/config`);
  const config: unknown = await response.json();
  return JSON.stringify(typeof config === 'object' && config !== null && 'providers' in config ? config.providers : []);
}

/** Headlines are wide and would jump without their font from the start. */
function preloadFont(): Plugin {
  return {
    name: 'preload-font',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {} }) =>
        Object.keys(bundle)
          .filter((file) => file.includes('typeface-words'))
          .map((file) => ({
            tag: 'link',
            injectTo: 'head',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${file}`, crossorigin: '' },
          })),
    },
  };
}

export default defineConfig({
  root,
  // The order matters: messages first, then the compiler, then the catalogues.
  plugins: [
    messageMacros(),
    react({ compiler: true }),
    lingui(linguiOptions),
    emoji(),
    icons(),
    boot(),
    placeholders(),
    preloadFont(),
    firstPaint(),
    worker(),
    scriptsList(),
    loadScripts(),
  ],
  build: {
    target: 'es2023',
    sourcemap: false,
    // The content security policy allows neither data: addresses nor inline scripts.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // Vite omits a chunk without dependencies from its own list.
      resolveDependencies: (file, needed, { hostType }) =>
        hostType === 'html' || needed.includes(file) ? needed : [file, ...needed],
    },
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: createFileOf(), debugName: 'files' }] } } },
  },
  server: {
    proxy: { '/api': { target: server, ws: true, changeOrigin: false } },
  },
});
