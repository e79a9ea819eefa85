import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Provider } from 'oidc-provider';
import { errorPage, pageHeaders, personaPage } from './page.ts';
import { isPersonaId } from './personas.ts';
import { createProvider, originsOf } from './provider.ts';

export { type PersonaId, personas } from './personas.ts';

export interface IdentityProviderOptions {
  /** 0 takes a free port. */
  port: number;
  /** The only addresses a sign-in may return to. */
  redirectUris: readonly string[];
  productName: string;
}

export interface IdentityProvider {
  issuer: string;
  clientId: string;
  stop(): Promise<void>;
}

const host = '127.0.0.1';
const clientId = 'web';
const maxFormBytes = 1024;

/** Starts the local OpenID provider, which signs in any visitor as any persona: for one machine only. */
export async function startIdentityProvider(options: IdentityProviderOptions): Promise<IdentityProvider> {
  const server = createServer();
  const port = await listen(server, options.port);
  const issuer = `http://${host}:${port}`;
  const provider = await createProvider({ issuer, clientId, redirectUris: options.redirectUris });
  server.on('request', requestHandler(provider, options));
  return { issuer, clientId, stop: () => close(server) };
}

function requestHandler(provider: Provider, { redirectUris, productName }: IdentityProviderOptions) {
  const openid = provider.callback();
  const origins = originsOf(redirectUris);
  const headers = pageHeaders(origins);
  const finish = { mergeWithLastSubmission: false };

  async function interact(step: Step, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { uid } = await provider.interactionDetails(request, response);
    switch (step) {
      case 'show':
        response.writeHead(200, headers).end(personaPage({ productName, uid }));
        return;
      case 'login': {
        const accountId = await chosenPersona(request);
        return provider.interactionFinished(request, response, { login: { accountId, remember: false } }, finish);
      }
      case 'cancel': {
        const refusal = { error: 'access_denied', error_description: 'The sign-in was cancelled.' };
        return provider.interactionFinished(request, response, refusal, finish);
      }
      default:
        step satisfies never;
    }
  }

  return (request: IncomingMessage, response: ServerResponse): void => {
    const step = stepOf(request);
    if (step === undefined) {
      void openid(request, response);
      return;
    }
    interact(step, request, response).catch((error: unknown) => {
      if (step === 'show') {
        response.writeHead(303, { ...headers, location: productOf(request, origins) }).end();
        return;
      }
      const text = error instanceof UnknownPersona ? error.message : 'Go back and start to sign in again.';
      response.writeHead(400, headers).end(errorPage({ title: 'This sign-in cannot go on', text }));
    });
  };
}

/** Returns the product's address for a browser that has gone back to a finished sign-in. */
function productOf({ headers: { host: asked = '' } }: IncomingMessage, origins: readonly string[]): string {
  const name = asked.replace(/:\d+$/, '');
  return `${origins.find((origin) => new URL(origin).hostname === name) ?? origins[0] ?? ''}/`;
}

/** Requests of our own pages; all others are OpenID's. */
type Step = 'show' | 'login' | 'cancel';

function stepOf({ method, url = '' }: IncomingMessage): Step | undefined {
  const path = /^\/interaction\/[\w-]+(?:\/(login|cancel))?$/.exec(url);
  if (path === null) return undefined;
  if (method === 'GET' && path[1] === undefined) return 'show';
  if (method === 'POST' && path[1] === 'login') return 'login';
  if (method === 'POST' && path[1] === 'cancel') return 'cancel';
  return undefined;
}

class UnknownPersona extends Error {}

async function chosenPersona(request: IncomingMessage): Promise<string> {
  let form = '';
  for await (const chunk of request) {
    form += String(chunk);
    if (form.length > maxFormBytes) throw new UnknownPersona('That is no form of this page.');
  }
  const sub = new URLSearchParams(form).get('sub');
  if (!isPersonaId(sub)) throw new UnknownPersona('There is nobody of that name here.');
  return sub;
}

async function listen(server: Server, port: number): Promise<number> {
  server.listen(port, host);
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port was given');
  return address.port;
}

function close(server: Server): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  server.close(() => resolve());
  server.closeAllConnections();
  return promise;
}
