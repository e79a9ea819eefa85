/* What one side of a call says to the other: from one client's packet into one to the other client, in memory. */
import { randomBytes } from 'node:crypto';
import type { Allocation, Allocations, Client } from './allocations.ts';
import type { Counters } from './counters.ts';
import type { Side } from './credentials.ts';
import type { RelayLimits } from './limits.ts';
import type { OpenCalls, Seat } from './open-calls.ts';
import { ATTRIBUTE, DATA_INDICATION, valueOf, writeMessage, type StunMessage } from './stun.ts';
import { readXorAddress, writeXorAddress } from './xor-address.ts';

export interface Passing {
  /** Four bytes of header: the channel's number, the length. */
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

/** All that the other side of this seat has: everything somebody in this seat can reach. */
export function acrossFrom(
  { callId, side }: Seat,
  { allocations, openCalls }: Pick<PassingOptions, 'allocations' | 'openCalls'>,
): Allocation[] {
  return openCalls.namesOf({ callId, side: OTHER[side] }).flatMap((name) => [...allocations.heldBy(name)]);
}

export function createPassing(options: PassingOptions): Passing {
  const { allocations, openCalls, counters, limits, send } = options;

  /** `data` is a view into a packet of ours, with a header of at least four bytes before it that is no longer needed. */
  function pass(own: Allocation, peer: Allocation, data: Buffer, now: number): void {
    if (peer.ended || peer.expiresAt <= now || !isLetThrough(peer, own, now)) return counters.refuse('no-way');
    if (!takeBudget(own, data.length, now)) return counters.refuse('bandwidth');
    const channel = peer.channelTo.get(own);
    const packet = channel && channel.expiresAt > now ? framed(data, channel.number) : indication(own, data);
    if (send(packet, peer.client)) counters.relayed(data.length);
    else counters.refuse('congested');
  }

  function takeBudget({ budget }: Allocation, bytes: number, now: number): boolean {
    const earned = ((now - budget.at) / 1_000) * limits.bytesPerSecond;
    budget.bytes = Math.min(limits.burstBytes, budget.bytes + earned);
    budget.at = now;
    if (budget.bytes < bytes) return false;
    budget.bytes -= bytes;
    return true;
  }

  return {
    channelData(bytes, from, now) {
      const own = allocations.of(from, now);
      const channel = own?.channels.get(bytes.readUInt16BE(0));
      const end = CHANNEL_HEADER_BYTES + bytes.readUInt16BE(2);
      if (own === undefined || channel === undefined || channel.expiresAt <= now || end > bytes.length) {
        return counters.refuse('no-way');
      }
      pass(own, channel.peer, bytes.subarray(CHANNEL_HEADER_BYTES, end), now);
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
      pass(own, peer, data, now);
    },
  };
}

function isLetThrough(own: Allocation, from: Allocation, now: number): boolean {
  return (own.permissions.get(from.relayed.address) ?? 0) > now;
}

/** Written over the header the data came with. */
function framed(data: Buffer, channel: number): Buffer {
  const packet = Buffer.from(data.buffer, data.byteOffset - CHANNEL_HEADER_BYTES, CHANNEL_HEADER_BYTES + data.length);
  packet.writeUInt16BE(channel, 0);
  packet.writeUInt16BE(data.length, 2);
  return packet;
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
