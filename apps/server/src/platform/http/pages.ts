import { extname } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { allowScripts } from './headers.ts';
import { LANGUAGE_HEADERS, languageOf } from './language.ts';
import { isInterface } from './server.ts';
import { escapeHtml, type StaticFile, type StaticFiles } from './static-files.ts';

interface Pages {
  files: StaticFiles;
  productName: string;
}

/** Serves the web application: its files, and its one page for every address a browser navigates to. */
export function servePages(app: FastifyInstance, { files, productName }: Pages): void {
  app.get('/*', async (request, reply) => {
    const path = pathOf(request);
    if (path === undefined || isInterface(path)) return reply.callNotFound();
    const file = files.find(path);
    if (file) return sendFile(request, reply, file);
    if (!isNavigation(request, path)) return reply.callNotFound();
    const page = files.page(path, languageOf(request.headers));
    if (page) return sendFile(request, asPage(reply, page), page);
    return reply.code(503).type('text/html; charset=utf-8').send(notBuilt(productName));
  });
}

function pathOf({ url }: FastifyRequest): string | undefined {
  try {
    return decodeURIComponent(url.split('?')[0] ?? '');
  } catch {
    return undefined;
  }
}

/** A missing file must not answer with a page: a script would then be HTML. Tools that accept anything get the page. */
function isNavigation({ headers: { accept = '*/*' } }: FastifyRequest, path: string): boolean {
  return accept.includes('text/html') || (accept.includes('*/*') && extname(path) === '');
}

/** The page depends on the request's language, and its inline scripts may run. */
function asPage(reply: FastifyReply, { inlineScripts }: StaticFile): FastifyReply {
  const policy = allowScripts(String(reply.getHeader('Content-Security-Policy')), inlineScripts);
  return reply.headers({ Vary: LANGUAGE_HEADERS, 'Content-Security-Policy': policy });
}

async function sendFile({ headers }: FastifyRequest, reply: FastifyReply, file: StaticFile): Promise<FastifyReply> {
  void reply.headers({
    'Cache-Control': file.cacheControl,
    'Content-Type': file.type,
    ETag: file.etag,
    Vary: [reply.getHeader('Vary'), 'Accept-Encoding'].filter(Boolean).join(', '),
  });
  if (headers['if-none-match']?.includes(file.etag)) return reply.code(304).send();
  if (headers.range === undefined) {
    const encoding = file.compressed && bestEncoding(headers['accept-encoding']);
    if (!encoding) return reply.send(file.body);
    return reply.header('Content-Encoding', encoding).send(await file.compressed?.(encoding));
  }
  return sendPart(reply, file.body, headers.range);
}

function bestEncoding(accepted = ''): 'br' | 'gzip' | null {
  const codings = accepted.split(',').map((one) => one.trim().toLowerCase());
  const takes = (coding: string): boolean =>
    codings.some((one) => one.split(';')[0]?.trim() === coding && !/;\s*q=0(?:\.0*)?\s*$/.test(one));
  if (takes('br')) return 'br';
  return takes('gzip') ? 'gzip' : null;
}

/** Sends one range, as media elements ask for it; any other Range gets the whole file. */
function sendPart(reply: FastifyReply, body: Buffer, range: string): FastifyReply {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(range) ?? [];
  if (from === '' && to === '') return reply.send(body);
  const start = from === '' ? Math.max(body.length - Number(to), 0) : Number(from);
  const end = from === '' || to === '' ? body.length - 1 : Math.min(Number(to), body.length - 1);
  if (start > end) return reply.code(416).header('Content-Range', `bytes */${body.length}`).send();
  const part = body.subarray(start, end + 1);
  return reply.code(206).header('Content-Range', `bytes ${start}-${end}/${body.length}`).send(part);
}

function notBuilt(productName: string): string {
  const name = escapeHtml(productName);
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark light">
<title>${name}</title>
<h1>${name} is running, but its pages are not built yet.</h1>
<p>Run <code>npm start</code>, which builds them, or <code>npm run dev</code> while working on them, and load this page again.</p>
</html>
`;
}
