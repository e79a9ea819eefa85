import { text } from '@yonder/contract';
import * as openid from 'openid-client';
import { DomainError } from '../platform/errors.ts';
import { isLoopback } from '../platform/http/address.ts';
import { issuerOf } from './issuers.ts';

export const CLIENT_AUTHS = ['client_secret_basic', 'client_secret_post'] as const;
type ClientAuth = (typeof CLIENT_AUTHS)[number];

/** One entry of OIDC_PROVIDERS, or the local provider. */
export interface ProviderSettings {
  id: string;
  name: string;
  issuer: string;
  clientId: string;
  /** Absent: a public client, protected by PKCE alone. */
  clientSecret?: string | undefined;
  /** How the secret is sent; absent: as the provider's metadata says. */
  clientAuth?: ClientAuth | undefined;
  scope?: string | undefined;
  /** The built-in provider: it is the same issuer at every port. */
  isLocal?: true;
}

/** What is remembered between the redirect to the provider and the return. */
export interface Challenge {
  state: string;
  nonce: string;
  codeVerifier: string;
  redirectUri: string;
}

/** The identity that the provider vouches for. */
export interface ProvenIdentity {
  subject: string;
  /** Empty when the provider knows no name. */
  suggestedName: string;
}

export interface Provider {
  /** The issuer that accounts are bound to, in one spelling. */
  issuer: string;
  /** @throws DomainError 'provider-unreachable' */
  begin(redirectUri: string): Promise<Challenge & { address: string }>;
  /** @throws SignInCancelled, DomainError 'provider-unreachable' or 'sign-in-failed' */
  finish(query: string, challenge: Challenge): Promise<ProvenIdentity>;
}

/** The user cancelled the sign-in. */
export class SignInCancelled extends Error {}

const TIMEOUT_SECONDS = 5;
const DEFAULT_SCOPE = 'openid profile';
/** Errors of fetch, time-outs and broken providers; everything else is a refusal. */
const OUTAGES = new Set([
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
]);

/** OpenID Connect's limit, which the libraries do not enforce. */
const subjectOf = text({ min: 1, max: 255 });
const nameOf = text({ max: 1_000 });

/** Creates a provider that is discovered when first needed, and again after a failure. */
export function createProvider(settings: ProviderSettings): Provider {
  let discovered: Promise<openid.Configuration> | undefined;

  function configuration(): Promise<openid.Configuration> {
    discovered ??= discover(settings).catch((cause: unknown) => {
      discovered = undefined;
      throw new DomainError('provider-unreachable', { cause });
    });
    return discovered;
  }

  return {
    issuer: settings.isLocal ? settings.id : issuerOf(settings.issuer),
    async begin(redirectUri) {
      const codeVerifier = openid.randomPKCECodeVerifier();
      const challenge = { state: openid.randomState(), nonce: openid.randomNonce(), codeVerifier, redirectUri };
      const address = openid.buildAuthorizationUrl(await configuration(), {
        redirect_uri: redirectUri,
        scope: settings.scope ?? DEFAULT_SCOPE,
        state: challenge.state,
        nonce: challenge.nonce,
        code_challenge: await openid.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
      });
      return { ...challenge, address: address.href };
    },
    async finish(query, challenge) {
      const config = await configuration();
      try {
        return await exchange(config, query, challenge);
      } catch (error) {
        throw explain(error);
      }
    },
  };
}

function discover(settings: ProviderSettings): Promise<openid.Configuration> {
  const address = new URL(settings.issuer);
  return openid.discovery(address, settings.clientId, undefined, authOf(settings), {
    timeout: TIMEOUT_SECONDS,
    // TLS protects the token, yet its signature is checked too: the local provider has no TLS.
    execute: [openid.enableNonRepudiationChecks, ...(isOnThisMachine(address) ? [openid.allowInsecureRequests] : [])],
  });
}

/** Basic is OpenID's default where the provider's metadata says nothing. */
function authOf({ clientSecret, clientAuth }: ProviderSettings): openid.ClientAuth {
  if (clientSecret === undefined) return openid.None();
  const [basic, post] = [openid.ClientSecretBasic(clientSecret), openid.ClientSecretPost(clientSecret)];
  return (server, ...request) => {
    const known = server.token_endpoint_auth_methods_supported ?? CLIENT_AUTHS;
    const chosen = clientAuth ?? CLIENT_AUTHS.find((one) => known.includes(one));
    return (chosen === 'client_secret_post' ? post : basic)(server, ...request);
  };
}

async function exchange(config: openid.Configuration, query: string, challenge: Challenge): Promise<ProvenIdentity> {
  const returned = new URL(challenge.redirectUri);
  returned.search = query;
  const tokens = await openid.authorizationCodeGrant(config, returned, {
    expectedState: challenge.state,
    expectedNonce: challenge.nonce,
    pkceCodeVerifier: challenge.codeVerifier,
    idTokenExpected: true,
  });
  const claims = tokens.claims();
  if (claims === undefined) throw new DomainError('sign-in-failed');
  const subject = subjectOf.parse(claims.sub);
  const name = claims['name'] ?? (await nameFromUserInfo(config, tokens.access_token, subject));
  return { subject, suggestedName: nameOf.safeParse(name).data ?? '' };
}

/** Some providers keep the profile out of the id token. A failure here loses only the suggested name. */
async function nameFromUserInfo(config: openid.Configuration, accessToken: string, subject: string): Promise<unknown> {
  if (config.serverMetadata().userinfo_endpoint === undefined) return undefined;
  try {
    return (await openid.fetchUserInfo(config, accessToken, subject))['name'];
  } catch {
    return undefined;
  }
}

function explain(error: unknown): Error {
  if (error instanceof openid.AuthorizationResponseError && error.error === 'access_denied') {
    return new SignInCancelled('the person cancelled', { cause: error });
  }
  return new DomainError(isOutage(error) ? 'provider-unreachable' : 'sign-in-failed', { cause: error });
}

function isOutage(error: unknown): boolean {
  if (error instanceof openid.ClientError) return error.code !== undefined && OUTAGES.has(error.code);
  // fetch throws this when the host does not answer.
  return error instanceof TypeError && error.message === 'fetch failed';
}

function isOnThisMachine({ protocol, hostname }: URL): boolean {
  return protocol === 'http:' && isLoopback(hostname);
}

/** Whether no attacker in between can answer in the issuer's place. Other issuers are not asked. */
export function isIssuerSafe(issuer: string): boolean {
  const address = new URL(issuer);
  return address.protocol === 'https:' || isOnThisMachine(address);
}
