// The part of oidc-provider used here; the package ships no types.
declare module 'oidc-provider' {
  import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
  import type { JWK } from 'jose';

  export interface Grant {
    addOIDCScope(scope: string): void;
    save(): Promise<string>;
  }

  export interface RequestContext {
    type: string;
    body: string;
    set(headers: Record<string, string>): void;
    oidc: {
      client: { clientId: string };
      session: { accountId?: string };
      provider: Provider;
    };
  }

  export interface Account {
    accountId: string;
    claims(): Record<string, unknown> & { sub: string };
  }

  export interface Configuration {
    clients: Record<string, unknown>[];
    jwks: { keys: JWK[] };
    cookies: {
      keys: string[];
      names: Record<'interaction' | 'resume' | 'session', string>;
      long: { httpOnly: boolean; sameSite: 'lax'; path: string };
    };
    pkce: { required(): boolean };
    responseTypes: string[];
    scopes: string[];
    claims: Record<string, string[]>;
    conformIdTokenClaims: boolean;
    features: Record<string, { enabled: boolean }>;
    ttl: Record<string, number>;
    interactions: { url(ctx: RequestContext, interaction: { uid: string }): string };
    clientBasedCORS(): boolean;
    findAccount(ctx: RequestContext, sub: string): Account | undefined;
    loadExistingGrant(ctx: RequestContext): Promise<Grant>;
    renderError(ctx: RequestContext, out: { error: string; error_description?: string }): void;
  }

  type InteractionResult =
    | { login: { accountId: string; remember: false } }
    | { error: string; error_description: string };

  export class Provider {
    constructor(issuer: string, configuration: Configuration);
    readonly Grant: new (of: { clientId: string; accountId: string | undefined }) => Grant;
    callback(): RequestListener;
    interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<{ uid: string }>;
    interactionFinished(
      request: IncomingMessage,
      response: ServerResponse,
      result: InteractionResult,
      options: { mergeWithLastSubmission: boolean },
    ): Promise<void>;
  }
}
