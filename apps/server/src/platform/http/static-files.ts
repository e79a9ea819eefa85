import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Language } from '@yonder/contract';

type Encoding = 'br' | 'gzip';

export interface StaticFile {
  type: string;
  cacheControl: string;
  etag: string;
  body: Buffer;
  /** Hashes of the page's inline scripts, as a policy names them: sha256-…. */
  inlineScripts: readonly string[];
  /** Null: compression gains nothing. */
  compressed: ((encoding: Encoding) => Promise<Buffer>) | null;
}

/** The built web application, held in memory: an address is looked up, never turned into a path on disk. */
export interface StaticFiles {
  names: readonly string[];
  find(path: string): StaticFile | undefined;
  /**
   * The page for every address of the application, with its first content, in that language. Undefined when it was not
   * built.
   */
  page(path: string, language: Language): StaticFile | undefined;
}

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.jpg': 'image/jpeg',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.mp3': 'audio/mpeg',
  '.wasm': 'application/wasm',
};
const COMPRESSIBLE = /^text\/|json|svg|wasm|xml/;
/** Below a packet's size compression gains nothing. */
const SMALLEST_COMPRESSED_BYTES = 1_000;
/** Vite puts a hash into the names below assets/: their content never changes. */
const FOR_EVER = 'public, max-age=31536000, immutable';
/** The English page; each other language has a folder. */
const ANY_PAGE = '/index.html';
/** Addresses with a page of their own. */
const OWN_PAGES: ReadonlyMap<string, string> = new Map([
  ['/', '/landing.html'],
  ['/welcome', '/landing.html'],
  ['/login', '/login.html'],
]);
const ASK_EVERY_TIME = 'no-cache';

/**
 * Values only this server knows, by their placeholder in texts: %PRODUCT_NAME%; %PUBLIC_URL%, without a final slash;
 * %SOCIAL_LINKS%, JSON: [{name, url}]; %PROVIDERS%, JSON: [{id, name}]. %NAME_HEAD% and %NAME_TAIL% are the parts of
 * the name around its first o.
 */
type Placeholders = Readonly<Record<'PRODUCT_NAME' | 'PUBLIC_URL' | 'SOCIAL_LINKS' | 'PROVIDERS', string>>;

/** Reads the folder once and fills in placeholders. Compresses a file on its first request, none before the start. */
export function loadStaticFiles(folder: string, known: Placeholders): StaticFiles {
  const files = new Map<string, StaticFile>();
  const placeholders = { ...known, ...aroundTheO(known.PRODUCT_NAME) };
  for (const name of filesIn(folder)) {
    const path = `/${relative(folder, name).split(sep).join('/')}`;
    files.set(path, loadFile(readFileSync(name), { path, placeholders }));
  }
  return {
    names: [...files.keys()],
    find: (path) => (isPage(path) ? undefined : files.get(path)),
    page(path, language) {
      const page = OWN_PAGES.get(path) ?? ANY_PAGE;
      return files.get(`/${language}${page}`) ?? files.get(page) ?? files.get(ANY_PAGE);
    },
  };
}

function isPage(path: string): boolean {
  return path.endsWith('.html');
}

/** Splits a name as the web app draws it: its first o is a sun, and a name without one has a sun beside it. */
function aroundTheO(name: string): { NAME_HEAD: string; NAME_TAIL: string } {
  const at = name.toLowerCase().indexOf('o');
  return at < 0
    ? { NAME_HEAD: '', NAME_TAIL: ` ${name}` }
    : { NAME_HEAD: name.slice(0, at), NAME_TAIL: name.slice(at + 1) };
}

function filesIn(folder: string): string[] {
  try {
    const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}

function loadFile(
  raw: Buffer,
  { path, placeholders }: { path: string; placeholders: Readonly<Record<string, string>> },
): StaticFile {
  const type = TYPES[extname(path)] ?? 'application/octet-stream';
  const body = filledIn(raw, { type, placeholders });
  const worthIt = COMPRESSIBLE.test(type) && body.length >= SMALLEST_COMPRESSED_BYTES;
  return {
    type,
    cacheControl: path.startsWith('/assets/') ? FOR_EVER : ASK_EVERY_TIME,
    etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
    body,
    inlineScripts: isPage(path) ? inlineScripts(body) : [],
    compressed: worthIt ? compressedOnce(body) : null,
  };
}

function inlineScripts(page: Buffer): string[] {
  const scripts = page.toString().matchAll(/<script>(.+?)<\/script>/gs);
  return [...scripts].map(([, script = '']) => `sha256-${createHash('sha256').update(script).digest('base64')}`);
}

function filledIn(
  raw: Buffer,
  { type, placeholders }: { type: string; placeholders: Readonly<Record<string, string>> },
): Buffer {
  const escape = escapeFor(type);
  if (escape === null) return raw;
  let text = raw.toString();
  for (const [name, value] of Object.entries(placeholders)) text = text.replaceAll(`%${name}%`, () => escape(value));
  return Buffer.from(text);
}

/** Null: such a file has no placeholders. */
function escapeFor(type: string): ((text: string) => string) | null {
  if (/html|\/xml/.test(type)) return escapeHtml;
  if (type.includes('json')) return (text) => JSON.stringify(text).slice(1, -1);
  return type.startsWith('text/plain') ? (text) => text : null;
}

export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);
}

/** Compresses once an encoding; concurrent requests share the promise. */
function compressedOnce(body: Buffer): (encoding: Encoding) => Promise<Buffer> {
  const done: Partial<Record<Encoding, Promise<Buffer>>> = {};
  return (encoding) => (done[encoding] ??= compress(body, encoding));
}

/** Quality 9 took 26 times the CPU of 7 for the web application's files, and made them 0.4 % smaller. */
const BROTLI_QUALITY = 7;

function compress(body: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'gzip') return promisify(gzip)(body);
  const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: body.length };
  return promisify(brotliCompress)(body, { params });
}
