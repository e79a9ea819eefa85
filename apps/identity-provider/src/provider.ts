import { randomBytes } from 'node:crypto';
import { exportJWK, generateKeyPair, type JWK } from 'jose';
import type { Configuration, Grant, Provider, RequestContext } from 'oidc-provider';
import { errorPage, pageHeaders } from './page.ts';
import { isPersonaId, personas } from './personas.ts';

export interface ProviderOptions {
  issuer: string;
  clientId: string;
  redirectUris: readonly string[];
}

/** An OpenID provider with the personas as its only accounts; keys live as long as the process. */
export async function createProvider(options: ProviderOptions): Promise<Provider> {
  const configuration = configurationOf(options, await signingKey());
  return withoutNotices(async () => {
    const { Provider } = await import('oidc-provider');
    return new Provider(options.issuer, configuration);
  });
}

export function originsOf(redirectUris: readonly string[]): string[] {
  return [...new Set(redirectUris.map((uri) => new URL(uri).origin))];
}

function configurationOf({ clientId, redirectUris }: ProviderOptions, key: JWK): Configuration {
  const headers = pageHeaders(originsOf(redirectUris));
  return {
    clients: [
      {
        client_id: clientId,
        redirect_uris: [...redirectUris],
        grant_types: ['authorization_code'],
        response_types: ['code'],
        token_endpoint_auth_method: 'none',
        id_token_signed_response_alg: 'ES256',
      },
    ],
    jwks: { keys: [key] },
    cookies: {
      keys: [randomBytes(32).toString('base64url')],
      // A browser shares cookies between the ports of a host: these must not clash with the product's.
      names: { interaction: 'idp_interaction', resume: 'idp_resume', session: 'idp_session' },
      // Every sign-in shows the personas: the session cookie has a path that no page has, so no session is kept.
      long: { httpOnly: true, sameSite: 'lax', path: '/no-session-is-kept' },
    },
    pkce: { required: () => true },
    responseTypes: ['code'],
    scopes: ['openid', 'profile'],
    claims: { openid: ['sub'], profile: ['name'] },
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: false } },
    ttl: {
      AccessToken: 600,
      AuthorizationCode: 60,
      Grant: 600,
      IdToken: 600,
      Interaction: 600,
      Session: 600,
    },
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
    clientBasedCORS: () => false,
    findAccount: (_ctx, sub) => accountOf(sub),
    loadExistingGrant: grantWithoutAsking,
    renderError: (ctx, { error, error_description: description }) => {
      ctx.set(headers);
      ctx.body = errorPage({ title: 'This sign-in cannot go on', text: description ?? error });
    },
  };
}

function accountOf(sub: string) {
  if (!isPersonaId(sub)) return undefined;
  const { name } = personas[sub];
  return { accountId: sub, claims: () => (name === null ? { sub } : { sub, name }) };
}

async function grantWithoutAsking({ oidc }: RequestContext): Promise<Grant> {
  const grant = new oidc.provider.Grant({
    clientId: oidc.client.clientId,
    accountId: oidc.session.accountId,
  });
  grant.addOIDCScope('openid profile');
  await grant.save();
  return grant;
}

async function signingKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  return {
    ...(await exportJWK(privateKey)),
    alg: 'ES256',
    use: 'sig',
    kid: randomBytes(8).toString('hex'),
  };
}

// On loading, the library warns of a Node without long-term support and of accounts kept in memory. Both are intended
// here.
async function withoutNotices<T>(work: () => Promise<T>): Promise<T> {
  const { warn } = console;
  console.warn = () => undefined;
  try {
    return await work();
  } finally {
    console.warn = warn;
  }
}
