import { lingui } from '@lingui/vite-plugin';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { emoji } from './emoji-plugin.ts';
import { linguiOptions, messageMacros } from './messages-plugin.ts';

const root = import.meta.dirname;
/** Where `npm run dev` finds the server. */
const server = `http://127.0.0.1:${process.env['PORT'] ?? '3000'}`;

/** The server puts the product's name into index.html; while developing Vite does. */
function productName(): Plugin {
  return {
    name: 'product-name',
    apply: 'serve',
    transformIndexHtml: (html) => html.replaceAll('%PRODUCT_NAME%', process.env['PRODUCT_NAME'] ?? 'Yonder'),
  };
}

/** Headlines are wide: without the face from the start they would jump. */
function preloadFont(): Plugin {
  return {
    name: 'preload-font',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {} }) =>
        Object.keys(bundle)
          .filter((file) => file.includes('mona-sans-latin-wdth'))
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
  plugins: [messageMacros(), react({ compiler: true }), lingui(linguiOptions), emoji(), productName(), preloadFont()],
  build: {
    target: 'es2023',
    sourcemap: false,
    // The content security policy allows neither data: addresses nor inline scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: {
    proxy: { '/api': { target: server, ws: true, changeOrigin: false } },
  },
});
