import type { Client } from '../allocations.ts';
import { countInto, newCounterMemory, readCounts, type Counts } from '../counters.ts';
import { sealCredentials, type Holder } from '../credentials.ts';
import { RELAY_LIMITS, type RelayLimits } from '../limits.ts';
import type { OpenCall } from '../open-calls.ts';
import { createTurn, type Turn } from '../turn.ts';
import { TurnClient } from './turn-client.ts';

/** A relay without a network; the test controls its time. */
export interface House {
  turn: Turn;
  now: number;
  counts(): Counts;
  /** Opens a call for 10 minutes. */
  openCall(callId: string, tickets?: OpenCall['tickets']): void;
  /** A client at an address of its own. */
  client(holder: Holder, more?: { address?: string; lastsMs?: number; kid?: string }): TurnClient & { client: Client };
  /** Both sides of one call, allocated, with `CHANNEL` to one another. */
  talking(callId: string, more?: { lastsMs: number }): Promise<readonly [TurnClient, TurnClient]>;
}

export const KEY = { kid: 'key-1', secret: Buffer.alloc(32, 7) };
export const MINUTE = 60_000;
/** The first channel number. */
export const CHANNEL = 0x4000;
const START = 1_781_524_800_000;
const CREDENTIALS_MS = 10 * MINUTE;

export const sideOf = (callId: string, side: 'a' | 'b'): Holder => ({ kind: 'side', callId, side });
export const waiting = (ticket: string): Holder => ({ kind: 'waiting', ticket });

export function openHouse(limits: Partial<RelayLimits> = {}): House {
  const memory = newCounterMemory();
  const inboxes = new Map<string, Buffer[]>();
  let ports = 40_000;
  let hosts = 0;
  const house: House = {
    turn: createTurn({
      now: () => house.now,
      limits: { ...RELAY_LIMITS, ...limits },
      counters: countInto(memory),
      // Addresses differ: a permission covers every port of an address, so a shared one would permit another client.
      hostOf: () => (hosts++ % 199) + 1,
      send(bytes, { address, port }) {
        const inbox = inboxes.get(`${address} ${port}`);
        if (!inbox) throw new Error(`sent to ${address} ${port}, where nobody is`);
        inbox.push(Buffer.from(bytes));
        return true;
      },
    }),
    now: START,
    counts: () => readCounts(memory),
    openCall(callId, tickets = { a: 'ticket-a', b: 'ticket-b' }) {
      house.turn.open({ callId, until: house.now + 10 * MINUTE, tickets });
    },
    client(holder, { address = '198.51.100.1', lastsMs = CREDENTIALS_MS, kid = KEY.kid } = {}) {
      const family = address.includes(':') ? 'IPv6' : 'IPv4';
      const client: Client = { address, family, port: ports++, at: '192.0.2.1' };
      const inbox: Buffer[] = [];
      inboxes.set(`${address} ${client.port}`, inbox);
      const line = {
        say: (bytes: Buffer) => house.turn.receive(Buffer.from(bytes), client),
        async hear() {
          const bytes = inbox.shift();
          if (!bytes) throw new Error('no answer');
          return bytes;
        },
      };
      const credentials = sealCredentials({ ...KEY, kid }, holder, house.now + lastsMs);
      return Object.assign(new TurnClient(line, credentials), { client });
    },
    async talking(callId, { lastsMs } = { lastsMs: CREDENTIALS_MS }) {
      house.turn.open({ callId, until: house.now + lastsMs, tickets: { a: null, b: null } });
      const [ann, bob] = [
        house.client(sideOf(callId, 'a'), { lastsMs }),
        house.client(sideOf(callId, 'b'), { lastsMs }),
      ];
      for (const one of [ann, bob]) await one.allocate();
      await ann.bind(CHANNEL, bob.relayed);
      await bob.bind(CHANNEL, ann.relayed);
      return [ann, bob];
    },
  };
  house.turn.useKeys([KEY]);
  return house;
}
