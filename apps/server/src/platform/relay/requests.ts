/* Requests of authenticated clients (RFC 8656 sections 7 to 12). */
import type { Allocation, Allocations, Client } from './allocations.ts';
import { nameOf, type Holder } from './credentials.ts';
import type { RelayLimits } from './limits.ts';
import type { OpenCalls, Seat } from './open-calls.ts';
import { acrossFrom } from './passing.ts';
import {
  ALLOCATE,
  ATTRIBUTE,
  CHANNEL_BIND,
  CREATE_PERMISSION,
  REFRESH,
  uint32,
  valueOf,
  type Attribute,
  type StunMessage,
} from './stun.ts';
import { readXorAddress, writeXorAddress, type Endpoint } from './xor-address.ts';

export type ErrorCode = 400 | 401 | 403 | 420 | 437 | 438 | 440 | 441 | 442 | 486 | 508;

/**
 * Without an answer a browser retries, first after 250 ms (Chromium) or 100 (Firefox); a refused request it gives up.
 */
export type NotYet = 'not yet';

/** The attributes of the answer, or why there is none. */
export type Outcome = readonly Attribute[] | ErrorCode | NotYet;

/** A client with valid credentials. */
export interface Known {
  readonly client: Client;
  readonly username: string;
  readonly holder: Holder;
  readonly seat: Seat | 'waiting';
  /** When the credentials expire, and all they granted. */
  readonly expiresAt: number;
}

export interface RequestOptions {
  allocations: Allocations;
  openCalls: OpenCalls;
  limits: RelayLimits;
}

export type Handle = (message: StunMessage, known: Known, now: number) => Outcome;

const LIFETIME_MS = 600_000;
const PERMISSION_MS = 300_000;
const CHANNEL_MS = 600_000;
/** Firefox gives up the whole relay after 7.9 s without an answer. */
const NOT_YET_MS = 5_000;
const LOWEST_CHANNEL = 0x4000;
const HIGHEST_CHANNEL = 0x4fff;
const UDP = 17;
const IPV4 = 1;

const DONE: Outcome = [];

/** By message type. */
export function createRequests(options: RequestOptions): ReadonlyMap<number, Handle> {
  const { allocations, openCalls, limits } = options;

  /** Wraps a handler that needs the client's own allocation. */
  const withOwn =
    (handle: (message: StunMessage, own: Allocation, known: Known, now: number) => Outcome): Handle =>
    (message, known, now) => {
      const own = allocations.of(known.client, now);
      if (own === undefined) return 437;
      return own.username === known.username ? handle(message, own, known, now) : 441;
    };

  const allocate: Handle = (message, known, now) => {
    const { client, username, holder, expiresAt } = known;
    const transactionId = message.transactionId.toString('hex');
    const before = allocations.of(client, now);
    if (before !== undefined) {
      const isRepeated = before.transactionId === transactionId && before.username === username;
      return isRepeated ? granted(before, message, now) : 437;
    }
    const transport = valueOf(message, ATTRIBUTE.transport);
    if (transport?.length !== 4) return 400;
    if (transport[0] !== UDP) return 442;
    if (!wantsIPv4(message)) return 440;
    const tally = known.seat === 'waiting' ? null : openCalls.tallyOf(known.seat.callId);
    const most = tally === null ? limits.allocationsPerHolder : limits.allocationsPerCheck;
    if (allocations.heldBy(nameOf(holder)).size >= most) return 486;
    if (allocations.size >= limits.allocations) return 508;
    const draft = { client, username, holder, transactionId, tally };
    return granted(allocations.add({ ...draft, expiresAt: endOf(expiresAt, now) }), message, now);
  };

  const refresh = withOwn((message, own, { expiresAt }, now) => {
    const wanted = valueOf(message, ATTRIBUTE.lifetime);
    if (wanted !== undefined && wanted.length !== 4) return 400;
    if (!wantsIPv4(message)) return 440;
    if (wanted?.readUInt32BE(0) === 0) {
      allocations.end(own);
      return [{ type: ATTRIBUTE.lifetime, value: uint32(0) }];
    }
    own.expiresAt = endOf(expiresAt, now);
    return [lifetimeOf(own, now)];
  });

  /** A waiting client asks for its peer because a call has begun, as a rule: the relay is about to hear of it. */
  function across({ seat }: Known, own: Allocation, now: number): Allocation[] | NotYet {
    if (seat !== 'waiting') return acrossFrom(seat, options);
    own.tooEarlyAt ??= now;
    return now - own.tooEarlyAt < NOT_YET_MS ? 'not yet' : [];
  }

  const createPermission = withOwn((message, own, known, now) => {
    const peers = named(message, across(known, own, now), 'any port');
    if (typeof peers !== 'object') return peers;
    for (const { relayed } of peers) own.permissions.set(relayed.address, now + PERMISSION_MS);
    return DONE;
  });

  const channelBind = withOwn((message, own, known, now) => {
    const value = valueOf(message, ATTRIBUTE.channelNumber);
    const number = value?.length === 4 ? value.readUInt16BE(0) : 0;
    if (number < LOWEST_CHANNEL || number > HIGHEST_CHANNEL) return 400;
    const peers = named(message, across(known, own, now), 'this port');
    if (typeof peers !== 'object') return peers;
    const [peer] = peers;
    if (peer === undefined || peers.length > 1) return 400;
    const bound = own.channels.get(number);
    if (bound !== own.channelTo.get(peer)) return 400;
    if (bound === undefined && own.channels.size >= limits.channels) return 508;
    const channel = bound ?? { number, peer, expiresAt: 0 };
    channel.expiresAt = now + CHANNEL_MS;
    own.channels.set(number, channel);
    own.channelTo.set(peer, channel);
    own.permissions.set(peer.relayed.address, now + PERMISSION_MS);
    return DONE;
  });

  return new Map([
    [ALLOCATE, allocate],
    [REFRESH, refresh],
    [CREATE_PERMISSION, createPermission],
    [CHANNEL_BIND, channelBind],
  ]);
}

/** The reachable allocations that a request names, one an endpoint; 'any port' compares the address alone. */
function named(
  message: StunMessage,
  reachable: readonly Allocation[] | NotYet,
  port: 'any port' | 'this port',
): readonly Allocation[] | ErrorCode | NotYet {
  const values = message.attributes.filter(({ type }) => type === ATTRIBUTE.peerAddress);
  const endpoints = values.map(({ value }) => readXorAddress(value, message.transactionId));
  if (endpoints.length === 0 || endpoints.includes(null)) return 400;
  if (reachable === 'not yet') return reachable;
  const isAt = (to: Endpoint | null, { relayed }: Allocation): boolean =>
    relayed.address === to?.address && (port === 'any port' || relayed.port === to.port);
  const found = endpoints.map((to) => reachable.find((peer) => isAt(to, peer)));
  return found.every((peer) => peer !== undefined) ? found : 403;
}

/** All allocations have one lifetime, cut short by the credentials. */
function endOf(credentialsExpireAt: number, now: number): number {
  return Math.min(now + LIFETIME_MS, credentialsExpireAt);
}

function granted(own: Allocation, message: StunMessage, now: number): Outcome {
  const { transactionId } = message;
  return [
    { type: ATTRIBUTE.relayedAddress, value: writeXorAddress(own.relayed, transactionId) },
    lifetimeOf(own, now),
    { type: ATTRIBUTE.mappedAddress, value: writeXorAddress(own.client, transactionId) },
  ];
}

function lifetimeOf({ expiresAt }: Allocation, now: number): Attribute {
  return { type: ATTRIBUTE.lifetime, value: uint32(Math.ceil((expiresAt - now) / 1_000)) };
}

/** Relayed addresses are IPv4, wherever a client comes from. */
function wantsIPv4(message: StunMessage): boolean {
  const family = valueOf(message, ATTRIBUTE.addressFamily);
  return family === undefined || family[0] === IPV4;
}
