/*
 * Passes what one side of a call sends to the other: from one client's packet into one to the other client, in memory.
 */
import { randomBytes } from 'node:crypto';
import type { Allocation, Allocations, Channel, Client } from './allocations.ts';
import type { Counters, Refusal } from './counters.ts';
import type { Side } from './credentials.ts';
import type { RelayLimits } from './limits.ts';
import type { OpenCalls, Seat } from './open-calls.ts';
import { ATTRIBUTE, DATA_INDICATION, valueOf, writeMessage, type StunMessage } from './stun.ts';
import { readXorAddress, writeXorAddress } from './xor-address.ts';

export interface Passing {
  /** The header has four bytes: the channel's number, the length. */
  channelData(bytes: Buffer, from: Client, now: number): void;
  sendIndication(message: StunMessage, from: Client, now: number): void;
}

interface PassingOptions {
  allocations: Allocations;
  openCalls: OpenCalls;
  counters: Counters;
  limits: RelayLimits;
  /** False when the network cannot take more just now. */
  send(bytes: Buffer, to: Client): boolean;
}

export const CHANNEL_HEADER_BYTES = 4;
const TRANSACTION_ID_BYTES = 12;

const OTHER: Record<Side, Side> = { a: 'b', b: 'a' };

/** All allocations of the other side: everything a participant can reach. */
export function acrossFrom(
  { callId, side }: Seat,
  { allocations, openCalls }: Pick<PassingOptions, 'allocations' | 'openCalls'>,
): Allocation[] {
  return openCalls.namesOf({ callId, side: OTHER[side] }).flatMap((name) => [...allocations.heldBy(name)]);
}

export function createPassing(options: PassingOptions): Passing {
  const { allocations, openCalls, counters, limits, send } = options;

  /** How a packet of this size gets from one to the other; null: not at all, and that was counted. */
  function wayTo(peer: Allocation, own: Allocation, size: number, now: number): Channel | 'indication' | null {
    const refused = refusalOf(peer, own, size, now);
    if (refused !== null) {
      counters.refuse(refused);
      return null;
    }
    const channel = peer.channelTo.get(own);
    return channel !== undefined && channel.expiresAt > now ? channel : 'indication';
  }

  function refusalOf(peer: Allocation, own: Allocation, size: number, now: number): Refusal | null {
    if (peer.ended || peer.expiresAt <= now || !isLetThrough(peer, own, now)) return 'no-way';
    return takeBudget(own, size, now) ? null : 'bandwidth';
  }

  function takeBudget({ holder }: Allocation, bytes: number, now: number): boolean {
    const seat = openCalls.seatOf(holder, now);
    const budget = typeof seat === 'string' ? undefined : openCalls.budgetOf(seat);
    if (budget === undefined) return false;
    const earned = ((now - budget.at) / 1_000) * limits.bytesPerSecond;
    budget.bytes = Math.min(limits.burstBytes, budget.bytes + earned);
    budget.at = now;
    if (budget.bytes < bytes) return false;
    budget.bytes -= bytes;
    return true;
  }

  function deliver(packet: Buffer, { client, holder, tally }: Allocation, size: number): void {
    if (!send(packet, client)) return counters.refuse('congested');
    counters.relayed(size);
    if (tally !== null && holder.kind === 'side') tally[OTHER[holder.side]] += 1;
  }

  return {
    channelData(bytes, from, now) {
      const own = allocations.of(from, now);
      const channel = own?.channels.get(bytes.readUInt16BE(0));
      const size = bytes.readUInt16BE(2);
      const end = CHANNEL_HEADER_BYTES + size;
      if (own === undefined || channel === undefined || channel.expiresAt <= now || end > bytes.length) {
        return counters.refuse('no-way');
      }
      const { peer } = channel;
      const way = wayTo(peer, own, size, now);
      if (way === null) return;
      if (way === 'indication') return deliver(indication(own, bytes.subarray(CHANNEL_HEADER_BYTES, end)), peer, size);
      // The packet itself goes on, with the channel number of the receiver.
      bytes.writeUInt16BE(way.number, 0);
      deliver(end === bytes.length ? bytes : bytes.subarray(0, end), peer, size);
    },
    sendIndication(message, from, now) {
      const own = allocations.of(from, now);
      const address = valueOf(message, ATTRIBUTE.peerAddress);
      const data = valueOf(message, ATTRIBUTE.data);
      const to = address && readXorAddress(address, message.transactionId);
      if (own === undefined || !to || data === undefined) return counters.refuse('no-way');
      const seat = openCalls.seatOf(own.holder, now);
      const peers = typeof seat === 'string' ? [] : acrossFrom(seat, options);
      const peer = peers.find(({ relayed }) => relayed.address === to.address && relayed.port === to.port);
      if (peer === undefined || !isLetThrough(own, peer, now)) return counters.refuse('no-way');
      const way = wayTo(peer, own, data.length, now);
      if (way !== null) deliver(way === 'indication' ? indication(own, data) : framed(data, way), peer, data.length);
    },
  };
}

function isLetThrough(own: Allocation, from: Allocation, now: number): boolean {
  return (own.permissions.get(from.relayed.address) ?? 0) > now;
}

function framed(data: Buffer, { number }: Channel): Buffer {
  const head = Buffer.alloc(CHANNEL_HEADER_BYTES);
  head.writeUInt16BE(number, 0);
  head.writeUInt16BE(data.length, 2);
  return Buffer.concat([head, data]);
}

function indication(from: Allocation, data: Buffer): Buffer {
  const transactionId = randomBytes(TRANSACTION_ID_BYTES);
  return writeMessage({
    type: DATA_INDICATION,
    transactionId,
    attributes: [
      { type: ATTRIBUTE.peerAddress, value: writeXorAddress(from.relayed, transactionId) },
      { type: ATTRIBUTE.data, value: data },
    ],
  });
}
