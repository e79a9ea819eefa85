import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export const BUCKET = 'pictures';
export const KEYS = { keyId: 'AKIAIOSFODNN7EXAMPLE', secret: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY' };
const REGION = 'us-east-1';

interface Kept {
  bytes: Buffer;
  headers: Record<string, string>;
}

/** unlisted: a key without list permission gets "forbidden" for missing objects. anything: it is no store. */
type Mode = 'well' | 'full' | 'elsewhere' | 'unlisted' | 'anything';

/** A bucket with path-style addresses that accepts only signed requests (AWS Signature Version 4). */
export async function startS3Server() {
  const objects = new Map<string, Kept>();
  const seen = { requests: 0, fails: 0, mode: 'well' as Mode };
  const server = createServer((request, response) => void answer(request, response));

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request);
    const key = decodeURIComponent((request.url ?? '').replace(`/${BUCKET}/`, ''));
    seen.requests += 1;
    if (!isSigned(request, body)) return void refuse(response, 403, 'SignatureDoesNotMatch');
    if (seen.mode === 'full') return void refuse(response, 507, 'InsufficientStorage');
    if (seen.mode === 'elsewhere') return void response.writeHead(307, { location: '/elsewhere' }).end();
    if (request.method === 'PUT') {
      const { 'content-type': type = '', 'cache-control': cache = '' } = request.headers;
      objects.set(key, { bytes: body, headers: { 'content-type': type, 'cache-control': cache } });
      return void response.writeHead(200).end();
    }
    if (request.method === 'DELETE') {
      objects.delete(key);
      return void response.writeHead(204).end();
    }
    const listing = new URL(request.url ?? '', 'http://s3').searchParams;
    if (listing.get('list-type') === '2') return void list(response, { keys: [...objects.keys()], listing });
    const found = objects.get(key);
    if (seen.mode === 'unlisted' && !found) return void refuse(response, 403, 'AccessDenied');
    if (seen.mode === 'anything') return void response.writeHead(200, { 'content-length': 0 }).end();
    if (!found) return void refuse(response, 404, 'NoSuchKey');
    serve(request, response, found);
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    objects,
    seen,
    url: `s3://${BUCKET}/media`,
    s3: { ...KEYS, endpoint: `http://127.0.0.1:${port}`, region: REGION, style: 'path' as const },
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Returns two keys a page, so that a listing has to follow the continuation token. */
function list(
  response: ServerResponse,
  { keys, listing }: { keys: readonly string[]; listing: URLSearchParams },
): void {
  const prefix = listing.get('prefix') ?? '';
  const from = Number(listing.get('continuation-token') ?? 0);
  const all = keys.filter((key) => key.startsWith(prefix)).toSorted();
  const page = all.slice(from, from + 2).map((key) => `<Contents><Key>${key}</Key></Contents>`);
  const more = from + 2 < all.length ? `<NextContinuationToken>${from + 2}</NextContinuationToken>` : '';
  response.writeHead(200, { 'content-type': 'application/xml' });
  response.end(`<ListBucketResult>${page.join('')}${more}</ListBucketResult>`);
}

function serve(request: IncomingMessage, response: ServerResponse, { bytes, headers }: Kept): void {
  const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
  if (from === undefined)
    return void response.writeHead(200, { ...headers, 'content-length': bytes.length }).end(bytes);
  const part = bytes.subarray(Number(from), Number(to) + 1);
  const range = `bytes ${from}-${to}/${bytes.length}`;
  response.writeHead(206, { ...headers, 'content-range': range, 'content-length': part.length }).end(part);
}

function refuse(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status, { 'content-type': 'application/xml' }).end(`<Error><Code>${code}</Code></Error>`);
}

function isSigned(request: IncomingMessage, body: Buffer): boolean {
  const [, credential, signed, signature] =
    /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      request.headers.authorization ?? '',
    ) ?? [];
  if (!credential || !signed || !signature) return false;
  const [keyId, date = '', region] = credential.split('/');
  if (keyId !== KEYS.keyId || region !== REGION) return false;
  const payload = String(request.headers['x-amz-content-sha256']);
  const hash = createHash('sha256').update(body).digest('hex');
  if (payload !== 'UNSIGNED-PAYLOAD' && payload !== hash) return false;
  const { pathname, search } = new URL(request.url ?? '', 'http://s3');
  const headers = signed.split(';').map((name) => `${name}:${String(request.headers[name]).trim()}\n`);
  const canonical = [request.method, pathname, search.slice(1), headers.join(''), signed, payload].join('\n');
  const time = String(request.headers['x-amz-date']);
  const expected = signatureV4({ date, time, region, canonical });
  return timingSafeEqual(Buffer.from(expected), Buffer.from(signature));
}

/** As in Amazon's "Authenticating Requests: Using the Authorization Header". */
export function signatureV4(request: { date: string; time: string; region: string; canonical: string }): string {
  const { date, time, region, canonical } = request;
  const scope = `${date}/${region}/s3/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', time, scope, createHash('sha256').update(canonical).digest('hex')].join('\n');
  const key = [date, region, 's3', 'aws4_request'].reduce<string | Buffer>(
    (secret, part) => createHmac('sha256', secret).update(part).digest(),
    `AWS4${KEYS.secret}`,
  );
  return createHmac('sha256', key).update(text).digest('hex');
}
