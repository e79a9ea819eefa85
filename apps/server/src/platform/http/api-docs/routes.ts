import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { renderApiDocs } from './page.ts';

const STYLE = readFileSync(new URL('style.css', import.meta.url), 'utf8');

/** Serves GET /api/openapi.json, and /api/docs to read it as a page. `fonts` is CSS with the product's typeface. */
export function serveApiDocs(app: FastifyInstance, { document, fonts }: { document: unknown; fonts: string }): void {
  const json = JSON.stringify(document);
  const page = renderApiDocs(document);
  app.get('/api/openapi.json', async (_request, reply) => reply.type('application/json; charset=utf-8').send(json));
  app.get('/api/docs', async (_request, reply) => reply.type('text/html; charset=utf-8').send(page));
  app.get('/api/docs/style.css', async (_request, reply) => reply.type('text/css; charset=utf-8').send(fonts + STYLE));
}
