import { Readable } from 'node:stream';
import { AwsClient } from 'aws4fetch';
import { FIXED } from '@yonder/contract';
import type { Clock } from '../platform/clock.ts';
import type { Driver, StoredBytes } from './object-store.ts';
import { mediaTypeOf } from './paths.ts';

export interface S3Settings {
  /** Undefined: Amazon's for the region. */
  endpoint: string | undefined;
  region: string;
  keyId: string;
  secret: string;
  /** path: the bucket follows the host, as most self-hosted servers want. host: it precedes it. */
  style: 'path' | 'host';
}

/** Applies to photos, too: the server decides about access, and no cache in front of the bucket knows. */
const CACHING = 'private, no-store';

/** Objects in a bucket of Amazon S3 or a compatible store. */
export function createS3Driver({ url, clock, ...settings }: S3Settings & { url: string; clock: Clock }): Driver {
  const { bucket, prefix } = addressOf(url, settings);
  const base = `${bucket}${prefix}`;
  const { keyId: accessKeyId, secret: secretAccessKey, region } = settings;
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 2 });

  /** Resolves when the store begins to answer. */
  function ask(address: string, options: RequestInit, ms: number = FIXED.storageTimeoutMs): Promise<Response> {
    // A store that redirects us is not the operator’s.
    const request = { ...options, redirect: 'manual' } as const;
    return inTime({ clock, ms }, (signal) => client.fetch(address, { ...request, signal }));
  }

  return {
    async put(path, bytes) {
      const headers = {
        'content-type': mediaTypeOf(path),
        'cache-control': CACHING,
      };
      const body = bytes instanceof Blob ? bytes : Buffer.from(bytes);
      await finish(await ask(`${base}${path}`, { method: 'PUT', headers, body }, FIXED.uploadTimeoutMs));
    },
    async get(path, range) {
      const headers = range ? { range: `bytes=${range.from}-${range.to}` } : undefined;
      const response = await ask(`${base}${path}`, { method: 'GET', ...(headers && { headers }) });
      if (response.ok) return bytesOf(response, clock);
      await finish(response, [404]);
      return null;
    },
    async delete(path) {
      await finish(await ask(`${base}${path}`, { method: 'DELETE' }), [404]);
    },
    async *list(folder) {
      for (let from = ''; ;) {
        const response = await ask(`${bucket}?${listing(`${prefix}${folder}/`, from)}`, { method: 'GET' });
        if (!response.ok) await finish(response);
        const page = await response.text();
        for (const [, key = ''] of page.matchAll(/<Key>([^<]*)<\/Key>/g)) yield key.slice(prefix.length);
        from = /<NextContinuationToken>([^<]+)</.exec(page)?.[1]?.replaceAll('&amp;', '&') ?? '';
        if (from === '') return;
      }
    },
    // S3 keeps nothing of an incomplete put.
    sweep: async () => {},
  };
}

/** s3://bucket/prefix → the bucket's https address, and its key prefix. */
function addressOf(
  url: string,
  { endpoint, region, style }: Omit<S3Settings, 'keyId' | 'secret'>,
): { bucket: string; prefix: string } {
  const { hostname: bucket, pathname } = new URL(url);
  const prefix = `${pathname.replace(/\/+$/, '')}/`.slice(1);
  const host = new URL(endpoint ?? `https://s3.${region}.amazonaws.com`);
  if (style === 'path') return { bucket: `${host.origin}/${bucket}/`, prefix };
  return { bucket: `${host.protocol}//${bucket}.${host.host}/`, prefix };
}

/** Builds the query of one page, in signing order. */
function listing(prefix: string, from: string): URLSearchParams {
  const page = { 'list-type': '2', prefix };
  return new URLSearchParams(from === '' ? page : { 'continuation-token': from, ...page });
}

/** Reports the status alone: the store's own message names buckets and keys. */
async function finish(response: Response, expected: readonly number[] = []): Promise<void> {
  await response.body?.cancel();
  if (response.ok || expected.includes(response.status)) return;
  throw new Error(`the object store answered ${response.status}`);
}

function bytesOf(response: Response, clock: Clock): StoredBytes {
  const total = /\/(\d+)$/.exec(response.headers.get('content-range') ?? '')?.[1];
  const size = Number(total ?? response.headers.get('content-length'));
  return { size, body: response.body ? readableOf(response.body, clock) : Readable.from([]) };
}

/**
 * Limits the store's silence only, not the total time or a slow reader. Destroying it hangs up at once, before or
 * during a read: a generator would do neither.
 */
function readableOf(body: ReadableStream<Uint8Array>, clock: Clock): Readable {
  const reader = body.getReader();
  const readable = new Readable({
    read() {
      inTime({ clock, ms: FIXED.storageTimeoutMs }, () => reader.read()).then(
        ({ done, value }) => this.push(done ? null : value),
        (error: Error) => this.destroy(error),
      );
    },
  });
  return readable.once('close', () => void reader.cancel().catch(() => {}));
}

function inTime<T>(
  { clock, ms }: { clock: Clock; ms: number },
  begin: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const over = new AbortController();
  const late = Promise.withResolvers<never>();
  const stop = clock.timer(ms, () => {
    const error = new Error('the object store took too long');
    over.abort(error);
    late.reject(error);
  });
  return Promise.race([begin(over.signal), late.promise]).finally(stop);
}
