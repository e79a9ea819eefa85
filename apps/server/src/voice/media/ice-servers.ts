import type { IceServers } from '@yonder/contract';
import type { Engagements } from '../../engagement/index.ts';
import type { Database } from '../../platform/database.ts';
import type { CallContext } from '../../platform/dispatcher.ts';
import { DomainError } from '../../platform/errors.ts';
import type { Calls } from '../calls.ts';
import { isLive, type Session } from '../session.ts';
import type { CallPath } from './candidate.ts';
import { CREDENTIALS_MS, type CallRelay, type RelayGuest } from './relays.ts';

/** How media travels between browsers. */
export interface CallRoutes {
  relay: CallRelay;
  /** Null unless the operator lets strangers learn each other's address. */
  directCalls: { readonly stunUrls: readonly string[] } | null;
}

/** Returns the path between strangers: relayed unless the operator allows direct calls. */
export function callPath({ directCalls }: Pick<CallRoutes, 'directCalls'>): CallPath {
  return directCalls ? 'direct' : 'relayed';
}

/** Returns the path of a call. Chat partners choose it themselves, also where the operator forbids it to strangers. */
export function pathOf({ direct }: Pick<Session, 'direct'>, routes: Pick<CallRoutes, 'directCalls'>): CallPath {
  return direct?.path ?? callPath(routes);
}

type Guest = RelayGuest & { path: CallPath };

/** The relay also tells a browser its own address, so on a direct path it can replace a STUN server. */
export function iceServersFor(
  { relay, directCalls }: CallRoutes,
  { path, now, ...guest }: Guest & { now: number },
): IceServers {
  const expiresAt = now + CREDENTIALS_MS;
  const stunUrls = path === 'direct' && directCalls ? [...directCalls.stunUrls] : [];
  const stun = stunUrls.length > 0 ? [{ urls: stunUrls }] : [];
  return {
    iceServers: [...stun, relay.iceServer(guest, expiresAt)],
    iceTransportPolicy: path === 'relayed' ? 'relay' : 'all',
    expiresAt,
  };
}

/** For a live call of the caller; with null, to prepare before any call. */
export type IceServersOf = (ctx: CallContext, callId: string | null) => Promise<IceServers>;

interface IceServersOptions {
  calls: Pick<Calls, 'find'>;
  engagements: Pick<Engagements, 'find'>;
  database: Pick<Database, 'read'>;
  routes: CallRoutes;
}

export function createIceServers({ calls, engagements, database, routes }: IceServersOptions): IceServersOf {
  async function guestIn({ userId, now }: CallContext, callId: string): Promise<Guest> {
    const { session, side } = await calls.find(database.read, { callId, userId });
    if (!isLive(session)) throw new DomainError('call-over');
    routes.relay.follow(session, now.getTime());
    return { holder: { kind: 'side', callId, side }, userId, path: pathOf(session, routes) };
  }

  /** A user in a call must ask for that call: credentials from the relay end with it. */
  async function earlyGuest({ userId }: CallContext): Promise<Guest> {
    const engagement = await engagements.find(database.read, userId);
    if (engagement !== undefined && engagement.kind !== 'voice-queue') throw new DomainError('call-not-found');
    return { holder: { kind: 'person' }, userId, path: callPath(routes) };
  }

  return async (ctx, callId) => {
    const guest = callId === null ? await earlyGuest(ctx) : await guestIn(ctx, callId);
    // The relay refuses a browser that arrives before it knows the call, and browsers do not retry; our client does.
    if (!(await routes.relay.settled())) throw new DomainError('busy');
    return iceServersFor(routes, { ...guest, host: ctx.host, now: ctx.now.getTime() });
  };
}
