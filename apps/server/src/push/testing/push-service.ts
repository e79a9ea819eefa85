import { createPublicKey, verify } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { pushPayload, type PushPayload } from '@yonder/contract';
import * as z from 'zod/mini';
import { openBrowser, type TestBrowser } from './browser.ts';
import { TEST_CERTIFICATE } from './certificate.ts';

/** A decrypted push, with what the service was told about it. */
export interface Delivery {
  browser: string;
  payload: PushPayload;
  ttl: number;
  urgency: string | undefined;
  topic: string | undefined;
  /** From the signed token: sender, recipient, expiry. */
  claims: { aud: string; exp: number; sub: string };
  /** The key it was signed with. */
  publicKey: string;
}

/** The next answer of the service; 'silence' never answers. */
export type Answer = number | { status: number; headers: Record<string, string> } | 'silence';

/**
 * A push service on this machine: it accepts well-formed requests (RFC 8030, 8188, 8291, 8292), and decrypts them as
 * the browser would.
 */
export interface PushService {
  port: number;
  deliveries: Delivery[];
  /** One entry for every request, read or not. */
  requests: string[];
  connections(): number;
  /** Makes a browser that has subscribed here under a name. */
  subscribe(name: string): TestBrowser;
  /** Takes over the subscribed browsers of a service that has stopped. */
  adopt(before: PushService): void;
  browsers: ReadonlyMap<string, TestBrowser>;
  /** Sets the answer for one browser from now on. */
  answer(name: string, answer: Answer): void;
  stop(): Promise<void>;
}

const claimsOf = z.object({ aud: z.string(), exp: z.int(), sub: z.string() });

export async function startPushService({ port = 0, host = '127.0.0.1' } = {}): Promise<PushService> {
  const browsers = new Map<string, TestBrowser>();
  const answers = new Map<string, Answer>();
  const deliveries: Delivery[] = [];
  const requests: string[] = [];
  const sockets = new Set<Socket>();
  let connections = 0;
  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const name = decodeURIComponent(request.url?.slice('/push/'.length) ?? '');
    requests.push(name);
    const body = Buffer.concat(await request.toArray());
    const answer = answers.get(name) ?? 201;
    if (answer === 'silence') return;
    const { status, headers } = typeof answer === 'number' ? { status: answer, headers: {} } : answer;
    const browser = browsers.get(name);
    if (status === 201 && browser) deliveries.push({ browser: name, ...read(browser, request.headers, body) });
    response.writeHead(browser ? status : 404, headers).end();
  }
  const server = createServer(TEST_CERTIFICATE, (request, response) => void take(request, response));
  const distrust = trust();
  server.on('connection', (socket: Socket) => {
    connections++;
    sockets.add(socket.on('close', () => sockets.delete(socket)).on('error', () => {}));
  });
  server.listen(port, host);
  await once(server, 'listening');
  const listens = (server.address() as AddressInfo).port;

  return {
    port: listens,
    browsers,
    deliveries,
    requests,
    connections: () => connections,
    subscribe(name) {
      const browser = openBrowser(`https://127.0.0.1:${listens}/push/${encodeURIComponent(name)}`);
      browsers.set(name, browser);
      return browser;
    },
    adopt: (before) => before.browsers.forEach((browser, name) => browsers.set(name, browser)),
    answer: (name, answer) => void answers.set(name, answer),
    async stop() {
      distrust();
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

let running = 0;
let usual: string[] = [];

/** Trusts the certificate in this process, until the last service stops; another process needs NODE_EXTRA_CA_CERTS. */
function trust(): () => void {
  if (running++ === 0) {
    usual = getCACertificates('default');
    setDefaultCACertificates([...usual, TEST_CERTIFICATE.cert]);
  }
  return () => {
    if (--running === 0) setDefaultCACertificates(usual);
  };
}

/** @throws when a real service would refuse it, or the browser could not read it. */
function read(browser: TestBrowser, headers: IncomingHttpHeaders, body: Buffer): Omit<Delivery, 'browser'> {
  if (headers['content-encoding'] !== 'aes128gcm') throw new Error('not encrypted as RFC 8188 says');
  if (body.length > 4_096) throw new Error('longer than any service takes');
  const { urgency, topic } = headers;
  if (typeof topic !== 'string' || !/^[\w-]{1,32}$/.test(topic)) throw new Error('no topic by RFC 8030');
  const payload = pushPayload.parse(JSON.parse(browser.decrypt(body)));
  return { payload, ttl: Number(headers.ttl), urgency: String(urgency), topic, ...readProof(headers.authorization) };
}

/** @throws when the token was not signed with the key sent along. */
function readProof(authorization = ''): Pick<Delivery, 'claims' | 'publicKey'> {
  const [, token = '', publicKey = ''] = /^vapid t=([^,]+), ?k=([\w-]+)$/.exec(authorization) ?? [];
  const [header = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(publicKey, 'base64url');
  const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')];
  const key = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
  const proof = Buffer.from(signature, 'base64url');
  if (!verify('sha256', Buffer.from(`${header}.${claims}`), { key, dsaEncoding: 'ieee-p1363' }, proof)) {
    throw new Error('not signed by whoever sends');
  }
  return { claims: claimsOf.parse(JSON.parse(Buffer.from(claims, 'base64url').toString())), publicKey };
}
