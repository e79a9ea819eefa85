import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { afterAll, expect, test } from 'vitest';
import { createManualClock } from '../../testing/manual-clock.ts';
import { createLog } from '../log.ts';
import { createOriginPolicy } from './origins.ts';
import { servePages } from './pages.ts';
import { createHttpServer } from './server.ts';
import { loadStaticFiles } from './static-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'yonder-pages-'));
afterAll(() => rmSync(folder, { recursive: true }));
const script = 'console.warn(1);'.repeat(200);
const productName = 'A & "B"';
mkdirSync(join(folder, 'assets'));
mkdirSync(join(folder, 'ar'));
writeFileSync(join(folder, 'ar', 'landing.html'), `<html lang="ar">${'تعرّف '.repeat(300)}`);
writeFileSync(join(folder, 'index.html'), '<title>%PRODUCT_NAME%</title>');
writeFileSync(join(folder, 'landing.html'), '<script>first()</script><script src="/later.js"></script>');
writeFileSync(join(folder, 'manifest.webmanifest'), '{"name":"%PRODUCT_NAME%"}');
writeFileSync(join(folder, 'robots.txt'), 'Sitemap: %PUBLIC_URL%/sitemap.xml');
writeFileSync(join(folder, 'sitemap.xml'), '<loc>%PUBLIC_URL%/?a&b</loc>');
writeFileSync(join(folder, 'push-worker.js'), 'const name = "%PRODUCT_NAME%";');
writeFileSync(join(folder, 'assets/app-1a2b3c.js'), script);
writeFileSync(join(folder, 'ring.mp3'), Buffer.from('0123456789'));
writeFileSync(join(tmpdir(), 'yonder-secret.txt'), 'secret');

async function serve(from: string): Promise<FastifyInstance> {
  const app = createHttpServer({
    clock: createManualClock(),
    log: createLog({ level: 'silent' }),
    ownOrigins: ['https://yonder.example'],
    origins: createOriginPolicy({ own: [], allowed: [] }),
    trustProxy: false,
  });
  servePages(app, {
    files: loadStaticFiles(from, {
      PRODUCT_NAME: productName,
      PUBLIC_URL: 'https://yonder.example',
      SOCIAL_LINKS: '[]',
      PROVIDERS: '[]',
    }),
    productName,
  });
  return app;
}
const app = await serve(folder);
const navigation = { accept: 'text/html,application/xhtml+xml' };

test.each(['/chats', '/chat/some-room', '/profile/edit?x=1', '/nowhere', '/.git/config', '/assets/'])(
  'a navigation to %s gets the page',
  async (url) => {
    const { statusCode, headers, body } = await app.inject({ url, headers: navigation });
    expect([statusCode, headers['cache-control']]).toEqual([200, 'no-cache']);
    expect(body).toBe('<title>A &#38; &#34;B&#34;</title>');
  },
);

test.each([
  ['/assets/gone-9z.js', '*/*'],
  ['/index.html', '*/*'],
  ['/ar/landing.html', '*/*'],
  ['/chats', 'application/json'],
])('what is no navigation and no file, %s for %s, is 404 and never a page', async (url, accept) => {
  const { statusCode, json } = await app.inject({ url, headers: { accept } });
  expect(statusCode).toBe(404);
  expect(json().error.details.reason).toBe('not-here');
});

test.each(['/api/nowhere', '/media/nowhere'])('a navigation to %s is 404', async (url) => {
  expect((await app.inject({ url, headers: navigation })).statusCode).toBe(404);
});

test.each([
  '/../yonder-secret.txt',
  '/%2e%2e/yonder-secret.txt',
  '/assets/..%2f..%2fyonder-secret.txt',
  '/assets/%2e%2e%5c%2e%2e%5cyonder-secret.txt',
  '//etc/passwd',
  '/%00',
])('%s leads out of nothing', async (url) => {
  const { body } = await app.inject({ url, headers: { accept: '*/*' } });
  expect(body).toMatch(/^(\{"error"|<title>)/);
});

test.each([
  ['br', brotliDecompressSync],
  ['gzip', gunzipSync],
])('an asset is served compressed by %s and kept for ever', async (encoding, expand) => {
  const { headers, rawPayload } = await app.inject({
    url: '/assets/app-1a2b3c.js',
    headers: { 'accept-encoding': encoding },
  });
  expect(headers).toMatchObject({
    'content-encoding': encoding,
    'cache-control': 'public, max-age=31536000, immutable',
    'content-type': 'text/javascript; charset=utf-8',
    vary: 'Accept-Encoding',
  });
  expect(rawPayload.length).toBeLessThan(script.length / 10);
  expect(expand(rawPayload).toString()).toBe(script);
});

test('without an encoding in common a file is served as it is', async () => {
  const { headers, body } = await app.inject({ url: '/assets/app-1a2b3c.js' });
  expect(headers['content-encoding']).toBeUndefined();
  expect(body).toBe(script);
});

test.each([
  ['gzip, br;q=0', 'gzip'],
  ['br;q=0.0, gzip;q=0', undefined],
  ['BR;q=0.5', 'br'],
  ['brotli, x-gzip', undefined],
])('of the encodings in %j only one that is taken is used', async (accepted, encoding) => {
  const { headers } = await app.inject({ url: '/assets/app-1a2b3c.js', headers: { 'accept-encoding': accepted } });
  expect(headers['content-encoding']).toBe(encoding);
});

test('a page that has not changed is not sent again', async () => {
  const { headers } = await app.inject({ url: '/', headers: navigation });
  const again = await app.inject({ url: '/', headers: { ...navigation, 'if-none-match': String(headers.etag) } });
  expect([again.statusCode, again.body]).toEqual([304, '']);
});

test('a page comes in the language that is asked for or was chosen, and says what it depends on', async () => {
  const ask = (headers: Record<string, string>) => app.inject({ url: '/', headers: { ...navigation, ...headers } });
  const inArabic = await ask({ 'accept-language': 'ar-EG,ar;q=0.9,en;q=0.8', 'accept-encoding': 'br' });
  expect(inArabic.headers.vary).toBe('Accept-Language, Cookie, Accept-Encoding');
  expect(brotliDecompressSync(inArabic.rawPayload).toString()).toContain('<html lang="ar">');
  const chosen = await ask({ 'accept-language': 'de', cookie: 'language=ar' });
  expect(chosen.body).toContain('<html lang="ar">');

  // There is no German page here: the English one comes.
  const english = await ask({ 'accept-language': 'de' });
  expect([english.statusCode, english.headers.vary]).toEqual([200, inArabic.headers.vary]);
  expect(english.body).not.toContain('lang="ar"');
  const { etag } = inArabic.headers;
  expect((await ask({ 'accept-language': 'ar', 'if-none-match': String(etag) })).statusCode).toBe(304);
  expect((await ask({ 'accept-language': 'en', 'if-none-match': String(etag) })).statusCode).toBe(200);
});

test.each([
  ['bytes=0-3', 206, '0123', 'bytes 0-3/10'],
  ['bytes=8-', 206, '89', 'bytes 8-9/10'],
  ['bytes=-2', 206, '89', 'bytes 8-9/10'],
  ['bytes=5-500', 206, '56789', 'bytes 5-9/10'],
  ['bytes=10-', 416, '', 'bytes */10'],
  ['bytes=0-1,3-4', 200, '0123456789', undefined],
])('the range %s of a sound', async (range, status, body, contentRange) => {
  const answer = await app.inject({ url: '/ring.mp3', headers: { range } });
  expect([answer.statusCode, answer.body, answer.headers['content-range']]).toEqual([status, body, contentRange]);
});

test('the product’s name is written into the manifest as JSON', async () => {
  expect((await app.inject('/manifest.webmanifest')).json()).toEqual({ name: productName });
});

test.each([
  ['/robots.txt', 'text/plain; charset=utf-8', 'Sitemap: https://yonder.example/sitemap.xml'],
  ['/sitemap.xml', 'application/xml; charset=utf-8', '<loc>https://yonder.example/?a&b</loc>'],
])('%s tells the public address', async (url, type, text) => {
  const { headers, body } = await app.inject(url);
  expect([headers['content-type'], body]).toEqual([type, text]);
});

test('the worker is a script that browsers ask for every time, from our own site alone', async () => {
  const { headers, body } = await app.inject({ url: '/push-worker.js', headers: { accept: '*/*' } });
  expect(headers).toMatchObject({ 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-cache' });
  expect(headers['content-security-policy']).toContain("worker-src 'self'");
  expect(headers['content-security-policy']).toContain("manifest-src 'self'");
  expect(body).toBe('const name = "%PRODUCT_NAME%";');
});

test('a script that stands in a page runs by its hash, and no other; on other answers none does', async () => {
  const policyOf = async (url: string) =>
    (await app.inject({ url, headers: navigation })).headers['content-security-policy'];
  const hash = createHash('sha256').update('first()').digest('base64');
  expect(await policyOf('/')).toContain(`; script-src 'self' 'sha256-${hash}'; `);
  expect(await policyOf('/home')).toContain("; script-src 'self'; ");
  expect(await policyOf('/robots.txt')).toContain("; script-src 'self'; ");
});

test('over https a browser is told to stay there', async () => {
  const { headers } = await app.inject({ url: '/', headers: navigation });
  expect(headers['strict-transport-security']).toContain('max-age=31536000');
  expect(headers['content-security-policy']).toContain("connect-src 'self' wss://yonder.example");
});

test('without a build the page says what to do', async () => {
  const { statusCode, body } = await (await serve(join(folder, 'nothing'))).inject({ url: '/', headers: navigation });
  expect(statusCode).toBe(503);
  expect(body).toContain('npm start');
  expect(body).toContain('A &#38; &#34;B&#34;');
});
