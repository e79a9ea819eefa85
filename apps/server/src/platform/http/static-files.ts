import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

type Encoding = 'br' | 'gzip' | 'identity';

export interface StaticFile {
  type: string;
  cacheControl: string;
  etag: string;
  bodies: Partial<Record<Encoding, Buffer>> & { identity: Buffer };
}

/** The built web application, held in memory: an address is looked up, never turned into a path. */
export interface StaticFiles {
  names: readonly string[];
  find(path: string): StaticFile | undefined;
  /** Every page of the application; undefined when it was not built. */
  index: StaticFile | undefined;
}

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.jpg': 'image/jpeg',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.mp3': 'audio/mpeg',
  '.wasm': 'application/wasm',
};
const COMPRESSIBLE = /^text\/|json|svg|wasm/;
/** Below a packet's size there is nothing to gain. */
const SMALLEST_COMPRESSED_BYTES = 1_000;
/** Vite puts a hash into the names below assets/: their content never changes. */
const FOR_EVER = 'public, max-age=31536000, immutable';
const ASK_EVERY_TIME = 'no-cache';

/** Reads and compresses the folder once. %PRODUCT_NAME% in pages and the manifest becomes the product's name. */
export async function loadStaticFiles(folder: string, productName: string): Promise<StaticFiles> {
  const files = new Map<string, StaticFile>();
  const load = async (name: string): Promise<void> => {
    const path = `/${relative(folder, name).split(sep).join('/')}`;
    files.set(path, await loadFile(readFileSync(name), { path, productName }));
  };
  await Promise.all(filesIn(folder).map(load));
  return {
    names: [...files.keys()],
    find: (path) => (path === '/index.html' ? undefined : files.get(path)),
    index: files.get('/index.html'),
  };
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

async function loadFile(
  raw: Buffer,
  { path, productName }: { path: string; productName: string },
): Promise<StaticFile> {
  const type = TYPES[extname(path)] ?? 'application/octet-stream';
  const identity = named(raw, { type, productName });
  const worthIt = COMPRESSIBLE.test(type) && identity.length >= SMALLEST_COMPRESSED_BYTES;
  return {
    type,
    cacheControl: path.startsWith('/assets/') ? FOR_EVER : ASK_EVERY_TIME,
    etag: `"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`,
    bodies: { identity, ...(worthIt && (await compressed(identity))) },
  };
}

const PLACEHOLDER = '%PRODUCT_NAME%';

function named(raw: Buffer, { type, productName }: { type: string; productName: string }): Buffer {
  if (type.startsWith('text/html'))
    return Buffer.from(raw.toString().replaceAll(PLACEHOLDER, () => escapeHtml(productName)));
  if (!type.includes('json')) return raw;
  const inString = JSON.stringify(productName).slice(1, -1);
  return Buffer.from(raw.toString().replaceAll(PLACEHOLDER, () => inString));
}

export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);
}

async function compressed(body: Buffer): Promise<{ br: Buffer; gzip: Buffer }> {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: body.length };
  const [br, zipped] = await Promise.all([promisify(brotliCompress)(body, { params }), promisify(gzip)(body)]);
  return { br, gzip: zipped };
}
