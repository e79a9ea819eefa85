import { createHmac } from 'node:crypto';
import type { IceServers } from '@yonder/contract';
import type { Engagements } from '../../engagement/index.ts';
import type { Database } from '../../platform/database.ts';
import type { CallContext } from '../../platform/dispatcher.ts';
import { DomainError } from '../../platform/errors.ts';
import { newAlias } from '../../platform/ids.ts';
import type { Calls } from '../calls.ts';
import { isLive } from '../session.ts';
import type { CallPath } from './candidate.ts';

/** What the operator has set up for the way of the voices. */
export interface CallRoutes {
  turn: { readonly urls: readonly string[]; readonly secret: string } | null;
  /** Only when the operator allows calls in which one side may learn the other's address. */
  directCalls: { readonly stunUrls: readonly string[] } | null;
}

/** Relayed as soon as there is a relay, unless the operator has said otherwise. */
export function callPath({ turn, directCalls }: CallRoutes): CallPath {
  return turn && !directCalls ? 'relayed' : 'direct';
}

const CREDENTIALS_MS = 600_000;

/** Time-limited credentials as coturn's use-auth-secret reads them: "<unix expiry>:<alias>". */
function turnCredentials(secret: string, { alias, expiresAt }: { alias: string; expiresAt: number }) {
  const username = `${Math.floor(expiresAt / 1_000)}:${alias}`;
  return { username, credential: createHmac('sha1', secret).update(username).digest('base64') };
}

/** `alias`: what the relay knows the person by; another one in every call. */
export function iceServersFor(routes: CallRoutes, { alias, now }: { alias: string; now: number }): IceServers {
  const { turn, directCalls } = routes;
  const expiresAt = now + CREDENTIALS_MS;
  const stun = directCalls && directCalls.stunUrls.length > 0 ? [{ urls: [...directCalls.stunUrls] }] : [];
  const relays = turn ? [{ urls: [...turn.urls], ...turnCredentials(turn.secret, { alias, expiresAt }) }] : [];
  return {
    iceServers: [...stun, ...relays],
    iceTransportPolicy: callPath(routes) === 'relayed' ? 'relay' : 'all',
    expiresAt: turn ? expiresAt : null,
  };
}

/** For a live call of one's own; without one, for whoever waits for a call and wants to be ready. */
export type IceServersOf = (ctx: CallContext, callId: string | null) => Promise<IceServers>;

interface IceServersOptions {
  calls: Pick<Calls, 'find'>;
  engagements: Pick<Engagements, 'find'>;
  database: Pick<Database, 'read'>;
  routes: CallRoutes;
}

export function createIceServers({ calls, engagements, database, routes }: IceServersOptions): IceServersOf {
  async function aliasIn({ userId }: CallContext, callId: string): Promise<string> {
    const { session, side } = await calls.find(database.read, { callId, userId });
    if (!isLive(session)) throw new DomainError('call-over');
    return session[side].alias;
  }

  async function aliasOfWaiting({ userId }: CallContext): Promise<string> {
    const engagement = await engagements.find(database.read, userId);
    if (engagement?.kind !== 'voice-queue') throw new DomainError('call-not-found');
    return newAlias();
  }

  return async (ctx, callId) => {
    const alias = callId === null ? await aliasOfWaiting(ctx) : await aliasIn(ctx, callId);
    return iceServersFor(routes, { alias, now: ctx.now.getTime() });
  };
}
