import { randomInt } from 'node:crypto';
import type { RemoteInfo } from 'node:dgram';
import { nameOf, type Holder } from './credentials.ts';
import type { Tally } from './open-calls.ts';
import type { Endpoint } from './xor-address.ts';

/** Where a client's packets come from. */
export interface Client extends Pick<RemoteInfo, 'address' | 'family' | 'port'> {
  /** The address of ours they go to. A client takes answers from no other. */
  readonly at: string;
}

export interface Channel {
  readonly number: number;
  readonly peer: Allocation;
  expiresAt: number;
}

/**
 * A client's allocation: a relayed address that exists in memory only, and its routes to the other side of the call.
 */
export interface Allocation {
  readonly client: Client;
  readonly username: string;
  readonly holder: Holder;
  readonly transactionId: string;
  readonly relayed: Endpoint;
  expiresAt: number;
  ended: boolean;
  /** When it first asked for the other side before the relay knew of a call; null: it has not. */
  tooEarlyAt: number | null;
  /** When each permission for an address of the other side expires. */
  readonly permissions: Map<string, number>;
  readonly channels: Map<number, Channel>;
  readonly channelTo: Map<Allocation, Channel>;
  /** Set for a connection check; null: its packets are not counted. */
  readonly tally: Tally | null;
}

type Draft = Pick<Allocation, 'client' | 'username' | 'holder' | 'transactionId' | 'expiresAt' | 'tally'>;

export interface Allocations {
  readonly size: number;
  of(client: Client, now: number): Allocation | undefined;
  /** All allocations of one holder. */
  heldBy(name: string): ReadonlySet<Allocation>;
  /** Creates an allocation with an address of its own. */
  add(draft: Draft): Allocation;
  end(allocation: Allocation): void;
  sweep(now: number): void;
}

/** 192.0.2.0/24 is reserved for documentation: nothing is routed there. */
const VIRTUAL_NETWORK = '192.0.2';
const LOWEST_PORT = 1_024;
const PORTS = 65_536;

const NOBODY: ReadonlySet<Allocation> = new Set();

/** Random: an address does not reveal how many there are. */
const anyHost = (): number => randomInt(1, 255);

/**
 * `onCount` is called with the number of allocations on each change. `hostOf` returns the last number of the next
 * address.
 */
export function createAllocations(onCount: (count: number) => void, hostOf = anyHost): Allocations {
  /** By port, then by address: looked up for every packet, and numbers are found at once. */
  const byClient = new Map<number, Map<string, Allocation>>();
  let size = 0;
  const byName = new Map<string, Set<Allocation>>();
  const taken = new Set<string>();

  function freeAddress(): Endpoint {
    for (;;) {
      const address = `${VIRTUAL_NETWORK}.${hostOf()}`;
      const port = randomInt(LOWEST_PORT, PORTS);
      if (!taken.has(keyOf({ address, port }))) return { address, port };
    }
  }

  function end(allocation: Allocation): void {
    if (allocation.ended) return;
    allocation.ended = true;
    // Other allocations may still refer to this one; it must not keep more alive.
    for (const ways of [allocation.permissions, allocation.channels, allocation.channelTo]) ways.clear();
    const { address, port } = allocation.client;
    const atPort = byClient.get(port);
    atPort?.delete(address);
    if (atPort?.size === 0) byClient.delete(port);
    taken.delete(keyOf(allocation.relayed));
    const name = nameOf(allocation.holder);
    const held = byName.get(name);
    held?.delete(allocation);
    if (held?.size === 0) byName.delete(name);
    onCount(--size);
  }

  return {
    get size() {
      return size;
    },
    of(client, now) {
      const allocation = byClient.get(client.port)?.get(client.address);
      if (allocation === undefined || allocation.expiresAt > now) return allocation;
      end(allocation);
      return undefined;
    },
    heldBy: (name) => byName.get(name) ?? NOBODY,
    add(draft) {
      const ways = { permissions: new Map(), channels: new Map(), channelTo: new Map() };
      const allocation: Allocation = { ...draft, ...ways, relayed: freeAddress(), ended: false, tooEarlyAt: null };
      const { address, port } = allocation.client;
      byClient.set(port, (byClient.get(port) ?? new Map<string, Allocation>()).set(address, allocation));
      taken.add(keyOf(allocation.relayed));
      const name = nameOf(allocation.holder);
      byName.set(name, (byName.get(name) ?? new Set()).add(allocation));
      onCount(++size);
      return allocation;
    },
    end,
    sweep(now) {
      for (const atPort of byClient.values()) {
        for (const allocation of atPort.values()) {
          if (allocation.expiresAt <= now) end(allocation);
          else forgetOldWays(allocation, now);
        }
      }
    },
  };
}

function forgetOldWays({ permissions, channels, channelTo }: Allocation, now: number): void {
  for (const [address, until] of permissions) if (until <= now) permissions.delete(address);
  for (const [number, { peer, expiresAt }] of channels) {
    if (!peer.ended && expiresAt > now) continue;
    channels.delete(number);
    channelTo.delete(peer);
  }
}

function keyOf({ address, port }: Endpoint): string {
  return `${address} ${port}`;
}
