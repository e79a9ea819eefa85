import type { IceServers } from '@yonder/contract';
import type { Engagements } from '../../engagement/index.ts';
import type { Database } from '../../platform/database.ts';
import type { CallContext } from '../../platform/dispatcher.ts';
import { DomainError } from '../../platform/errors.ts';
import type { Calls } from '../calls.ts';
import { isLive, type Session } from '../session.ts';
import type { CallPath } from './candidate.ts';
import { CREDENTIALS_MS, type CallRelay, type RelayGuest } from './relays.ts';

/** The ways of the voices. */
export interface CallRoutes {
  relay: CallRelay;
  /** Only when the operator allows that a stranger may learn one's address. */
  directCalls: { readonly stunUrls: readonly string[] } | null;
}

/** Between strangers: relayed, unless the operator has said otherwise. */
export function callPath({ directCalls }: Pick<CallRoutes, 'directCalls'>): CallPath {
  return directCalls ? 'direct' : 'relayed';
}

/** Chat partners choose for themselves, whatever the operator allows strangers. */
export function pathOf({ direct }: Pick<Session, 'direct'>, routes: Pick<CallRoutes, 'directCalls'>): CallPath {
  return direct?.path ?? callPath(routes);
}

type Guest = RelayGuest & { path: CallPath };

/** The relay also tells a browser its own address: on a direct path it serves those who may ask no STUN server. */
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

/** For a live call of one's own; without one, for whoever is in no call yet and wants to be ready. */
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

  /** Somebody in a call has that call to ask for: what the relay gave them ends with it. */
  async function earlyGuest({ userId }: CallContext): Promise<Guest> {
    const engagement = await engagements.find(database.read, userId);
    if (engagement !== undefined && engagement.kind !== 'voice-queue') throw new DomainError('call-not-found');
    return { holder: { kind: 'person' }, userId, path: callPath(routes) };
  }

  return async (ctx, callId) => {
    const guest = callId === null ? await earlyGuest(ctx) : await guestIn(ctx, callId);
    // A browser that comes before the relay has heard of its call is refused, and does not ask again; we do.
    if (!(await routes.relay.settled())) throw new DomainError('busy');
    return iceServersFor(routes, { ...guest, host: ctx.host, now: ctx.now.getTime() });
  };
}
