import { createHash, createHmac, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { portOf } from './testing.ts';

/** What the provider answers a code with. Claims and header are correct until a test changes them. */
export interface Forgery {
  header?: Record<string, unknown>;
  claims?: Record<string, unknown>;
  /** Alters the finished id token. */
  bend?: (idToken: string) => unknown;
  signWith?: 'our key' | 'another key' | 'the public key as a secret' | 'nothing';
  /** Alters the whole token response. */
  respond?: (answer: Record<string, unknown>) => Answer;
  /** Extra members of its discovery document. */
  metadata?: Record<string, unknown>;
  /** Answer of the userinfo endpoint, which exists then; null: it never answers. */
  userInfo?: Answer | null;
}

export interface Answer {
  status?: number;
  type?: string;
  body: unknown;
}

/** How a client came to the token endpoint. */
export interface TokenRequest {
  authorization: string | undefined;
  form: URLSearchParams;
}

export interface HostileProvider {
  issuer: string;
  /** The nonce of the sign-in under way, as the browser carries it. */
  expect(nonce: string): void;
  forge(forgery: Forgery): void;
  tokenRequests: TokenRequest[];
  stop(): void;
}

export const HOSTILE_CLIENT = 'web';
const base64url = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

function metadataOf(issuer: string): Record<string, unknown> {
  return {
    issuer,
    authorization_endpoint: `${issuer}/auth`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['ES256'],
    authorization_response_iss_parameter_supported: true,
  };
}

/** An OpenID provider that lies on demand; its discovery document and keys are in order. */
export async function startHostileProvider(): Promise<HostileProvider> {
  const [ours, theirs] = [0, 1].map(() => generateKeyPairSync('ec', { namedCurve: 'P-256' }));
  if (ours === undefined || theirs === undefined) throw new Error('no keys');
  const jwk = { ...ours.publicKey.export({ format: 'jwk' }), kid: 'ours', alg: 'ES256', use: 'sig' };
  let nonce = '';
  let forgery: Forgery = {};

  function idToken(): unknown {
    const now = Math.floor(Date.now() / 1_000);
    const claims = { iss: issuer, aud: HOSTILE_CLIENT, sub: 'hostile-subject', nonce, iat: now, exp: now + 300 };
    const body = `${base64url({ alg: 'ES256', kid: 'ours', ...forgery.header })}.${base64url({ ...claims, ...forgery.claims })}`;
    const token = `${body}.${signature(body)}`;
    return forgery.bend ? forgery.bend(token) : token;
  }

  function signature(body: string): string {
    const ecdsa = (key: KeyObject): string =>
      sign('sha256', Buffer.from(body), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url');
    switch (forgery.signWith ?? 'our key') {
      case 'our key':
        return ecdsa(ours!.privateKey);
      case 'another key':
        return ecdsa(theirs!.privateKey);
      case 'the public key as a secret':
        return createHmac('sha256', ours!.publicKey.export({ type: 'spki', format: 'pem' }))
          .update(body)
          .digest('base64url');
      case 'nothing':
        return '';
    }
  }

  function answer(path: string): Answer | null {
    switch (path) {
      case '/.well-known/openid-configuration':
        return {
          body: {
            ...metadataOf(issuer),
            ...(forgery.userInfo !== undefined && { userinfo_endpoint: `${issuer}/userinfo` }),
            ...forgery.metadata,
          },
        };
      case '/userinfo':
        return forgery.userInfo ?? null;
      case '/jwks':
        return { body: { keys: [jwk] } };
      case '/token': {
        const whole = {
          access_token: createHash('sha256').update(nonce).digest('hex'),
          token_type: 'Bearer',
          id_token: idToken(),
        };
        return forgery.respond ? forgery.respond(whole) : { body: whole };
      }
      default:
        return { status: 404, body: {} };
    }
  }

  const tokenRequests: TokenRequest[] = [];
  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.url === '/token') {
      const { authorization } = request.headers;
      tokenRequests.push({ authorization, form: new URLSearchParams(await text(request)) });
    }
    const answered = answer(request.url ?? '');
    if (answered === null) return;
    const { status = 200, type = 'application/json', body } = answered;
    response.writeHead(status, { 'content-type': type }).end(typeof body === 'string' ? body : JSON.stringify(body));
  }

  const server = createServer((request, response) => void respond(request, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${portOf(server)}`;
  return {
    issuer,
    expect: (next) => void (nonce = next),
    forge: (next) => void (forgery = next),
    tokenRequests,
    stop: () => void server.close().closeAllConnections(),
  };
}
