import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Rate, Reason } from '@yonder/contract';
import type { Clock } from '../platform/clock.ts';
import type { Limits } from '../platform/door/limits.ts';
import { networkOf } from '../platform/http/address.ts';
import { asDomainError, DomainError } from '../platform/errors.ts';
import { opaqueToken } from '../platform/ids.ts';
import type { Log } from '../platform/log.ts';
import { createSeldom } from '../platform/seldom.ts';
import { readCookie, sessionCookies, setCookie, type CookieKind } from './cookies.ts';
import { isOwnPage, type Origins } from './origins.ts';
import { SignInCancelled } from './providers.ts';
import { DEFAULT_RETURN, safeReturnPath } from './return-to.ts';
import { SESSION_SECONDS, type Sessions } from './sessions.ts';
import type { SessionTokens } from './session-tokens.ts';
import { SIGN_IN_SECONDS, type SignIns } from './sign-in.ts';
import { hashOf } from './store.ts';

export interface IdentityRoutesOptions {
  signIns: SignIns;
  sessions: Sessions;
  tokens: Pick<SessionTokens, 'isProven'>;
  origins: Origins;
  limits: Pick<Limits, 'take'>;
  clock: Pick<Clock, 'now'>;
  log: Log;
}

/** Limits per network. A sign-in stores a row for ten minutes; each unproven cookie costs a query. */
const SIGN_IN: Rate = { burst: 100, perMinute: 300, kind: 'sliced' };
const UNPROVEN: Rate = { burst: 300, perMinute: 1_200, kind: 'sliced' };
export const RATES = { 'sign-in': SIGN_IN, 'sign-in back': SIGN_IN, token: UNPROVEN, logout: UNPROVEN } as const;
/** Limit per session; each of its tabs asks every five minutes. */
export const SESSION_RATE: Rate = { burst: 60, perMinute: 120, kind: 'sliced' };

interface LoginQuery {
  provider?: unknown;
  returnTo?: unknown;
}

/** /api/v1/auth: sign-in by redirect, access tokens for the session cookie, logout. */
export function identityRoutes(options: IdentityRoutesOptions) {
  const { signIns, sessions, tokens, origins, limits, clock, log } = options;
  const seldom = createSeldom(clock);
  const seldomForeign = createSeldom(clock);

  /** Rate-limited requests are logged seldom: a client can repeat them without end. */
  function tell(error: unknown): Reason {
    const { reason } = asDomainError(error);
    if (reason === 'too-many-requests') seldom((times) => log.warn({ reason, times }, 'sign-ins were asked to wait'));
    else if (reason === 'foreign-origin')
      seldomForeign((times) => log.info({ reason, times }, 'sign-ins came to an address that is not ours'));
    else log.warn({ reason, why: whyOf(error) }, 'a sign-in did not succeed');
    return reason;
  }

  async function takeTurn({ address }: FastifyRequest, what: keyof typeof RATES): Promise<void> {
    await limits.take([what, networkOf(address)], RATES[what]);
  }

  /** Takes from the session's own limit, which other clients of its network cannot use up. */
  async function takeSessionTurn(request: FastifyRequest, what: 'token' | 'logout', value: string): Promise<void> {
    if (tokens.isProven(value))
      await limits.take([`${what} of a session`, hashOf(value).toString('base64url')], SESSION_RATE);
    else await takeTurn(request, what);
  }

  function login(request: FastifyRequest<{ Querystring: LoginQuery }>, reply: FastifyReply): Promise<FastifyReply> {
    const { provider } = request.query;
    const returnTo = safeReturnPath(request.query.returnTo);
    return orBackToLogin(reply, { returnTo, tell }, async () => {
      const origin = originOf(request, origins);
      if (origins.isDotted(request.headers)) {
        // A request may name a whole address, and then another host.
        const { pathname, search } = new URL(request.url, origin);
        return reply.redirect(`${origin}${pathname}${search}`, 303);
      }
      await takeTurn(request, 'sign-in');
      if (typeof provider !== 'string') throw new DomainError('sign-in-failed');
      const browser = wellFormed(cookie(request, origin, 'sign-in')) ?? opaqueToken();
      const address = await signIns.begin({ provider, browser, origin, returnTo });
      const draft = { kind: 'sign-in', value: browser, lifetimeSeconds: SIGN_IN_SECONDS } as const;
      return reply.header('set-cookie', setCookie(origin, draft)).redirect(address, 303);
    });
  }

  function callback(request: FastifyRequest<{ Params: { provider: string } }>, reply: FastifyReply) {
    const { provider } = request.params;
    const context = { returnTo: DEFAULT_RETURN, tell };
    return orBackToLogin(reply, context, async () => {
      const origin = originOf(request, origins);
      const query = new URL(request.url, origin).search;
      await takeTurn(request, 'sign-in back');
      const signIn = await signIns.take({ provider, query, browser: cookie(request, origin, 'sign-in') });
      context.returnTo = signIn.returnTo;
      const earlierToken = cookie(request, origin, 'session');
      const userAgent = request.headers['user-agent'] ?? '';
      const { userId, token: value } = await signIns.complete({ provider, query, signIn, userAgent, earlierToken });
      log.info({ userId, provider }, 'somebody signed in');
      const cookies = sessionCookies(origin, { value, lifetimeSeconds: SESSION_SECONDS });
      return reply.header('set-cookie', cookies).redirect(signIn.returnTo, 303);
    });
  }

  async function token(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    const origin = ownPageOrigin(request, origins);
    const value = cookie(request, origin, 'session');
    if (value === undefined) throw new DomainError('not-authenticated');
    await takeSessionTurn(request, 'token', value);
    const { answer, lifetimeSeconds } = await sessions.mint(value);
    if (lifetimeSeconds !== null) reply.header('set-cookie', sessionCookies(origin, { value, lifetimeSeconds }));
    return answer;
  }

  async function logout(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const origin = ownPageOrigin(request, origins);
    const value = cookie(request, origin, 'session');
    if (value !== undefined) {
      await takeSessionTurn(request, 'logout', value);
      await sessions.end(value);
    }
    const cleared = sessionCookies(origin, { value: '', lifetimeSeconds: 0 });
    return reply.code(204).header('set-cookie', cleared).send();
  }

  return (app: FastifyInstance): void => {
    app.get('/api/v1/auth/login', login);
    app.get('/api/v1/auth/callback/:provider', callback);
    app.post('/api/v1/auth/token', token);
    app.post('/api/v1/auth/logout', logout);
  };
}

/**
 * Redirects a failed sign-in to the login page, which shows the reason: a browser sent here shows pages, not errors.
 */
async function orBackToLogin(
  reply: FastifyReply,
  context: { returnTo: string; tell(error: unknown): Reason },
  work: () => Promise<FastifyReply>,
): Promise<FastifyReply> {
  try {
    return await work();
  } catch (error) {
    const page = new URLSearchParams({ returnTo: context.returnTo });
    if (!(error instanceof SignInCancelled)) page.set('error', context.tell(error));
    return reply.redirect(`/login?${page}`, 303);
  }
}

/**
 * Returns the messages of an error and its causes, and the provider's error code. The full response may hold codes and
 * states, as may text that is no JSON.
 */
function whyOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  const isTold = cause instanceof Error && !(cause instanceof SyntaxError);
  const code = 'error' in error && /^[a-z_]{1,40}$/.exec(String(error.error))?.[0];
  const said = code ? `${error.message}: ${code}` : error.message;
  return isTold ? `${said} (${whyOf(cause)})` : said;
}

function originOf(request: FastifyRequest, origins: Origins): string {
  const origin = origins.of(request.headers);
  if (origin === undefined) throw new DomainError('foreign-origin');
  return origin;
}

function ownPageOrigin(request: FastifyRequest, origins: Origins): string {
  const origin = originOf(request, origins);
  if (!isOwnPage(request.headers, origin)) throw new DomainError('foreign-origin');
  return origin;
}

function cookie(request: FastifyRequest, origin: string, kind: CookieKind): string | undefined {
  return readCookie(request.headers.cookie, { kind, origin });
}

/** Reuses the browser's secret, so that sign-ins in two tabs don't spoil each other. */
function wellFormed(secret: string | undefined): string | undefined {
  return secret !== undefined && /^[\w-]{43}$/.test(secret) ? secret : undefined;
}
