/*
 * A TURN server (RFC 8656, over UDP) with relayed addresses that exist in its memory only. What one side of a call
 * sends to the other's address is handed to the other's client. It can reach nothing else.
 */
import { networkOf } from '../http/address.ts';
import { createAllocations, type Client } from './allocations.ts';
import { createAllowance } from './allowance.ts';
import type { Counters, Refusal } from './counters.ts';
import type { RelayKey } from './credentials.ts';
import { createIdentify } from './identify.ts';
import type { RelayLimits } from './limits.ts';
import { createOpenCalls, type OpenCall, type Tally } from './open-calls.ts';
import { CHANNEL_HEADER_BYTES, createPassing } from './passing.ts';
import { createRequests, type ErrorCode, type NotYet, type Outcome } from './requests.ts';
import {
  ATTRIBUTE,
  BINDING,
  errorOf,
  readMessage,
  SEND_INDICATION,
  successOf,
  writeMessage,
  type Attribute,
  type Draft,
  type StunMessage,
} from './stun.ts';
import { writeXorAddress } from './xor-address.ts';

export interface Turn {
  receive(bytes: Buffer, from: Client): void;
  useKeys(keys: readonly RelayKey[]): void;
  open(call: OpenCall): void;
  close(callId: string): void;
  /** The packet counts of an open connection check. */
  tallyOf(checkId: string): Tally | null;
  /** Deletes what has ended; call it about every second. */
  sweep(): void;
}

export interface TurnOptions {
  /** Milliseconds since the epoch. */
  now(): number;
  limits: RelayLimits;
  counters: Counters;
  /** False when the network cannot take more just now. */
  send(bytes: Buffer, to: Client): boolean;
  /** Returns the last number of the next relayed address, 1 to 254; random by default. */
  hostOf?: () => number;
}

/** Longer than any packet of a call and any honest request. */
const LONGEST_DATAGRAM = 2_048;
const MAX_UNKNOWN_NAMED = 8;

const ERRORS: Record<ErrorCode, { reason: Refusal; text: string }> = {
  400: { reason: 'bad-request', text: 'Bad Request' },
  401: { reason: 'unauthorized', text: 'Unauthorized' },
  403: { reason: 'forbidden', text: 'Forbidden' },
  420: { reason: 'bad-request', text: 'Unknown Attribute' },
  437: { reason: 'mismatch', text: 'Allocation Mismatch' },
  438: { reason: 'stale-nonce', text: 'Stale Nonce' },
  440: { reason: 'bad-request', text: 'Address Family not Supported' },
  441: { reason: 'mismatch', text: 'Wrong Credentials' },
  442: { reason: 'bad-request', text: 'Unsupported Transport Protocol' },
  486: { reason: 'quota', text: 'Allocation Quota Reached' },
  508: { reason: 'capacity', text: 'Insufficient Capacity' },
};

/** Attributes that must be understood, and are. Any other below 0x8000 refuses a request. */
const UNDERSTOOD: ReadonlySet<number> = new Set([
  ATTRIBUTE.username,
  ATTRIBUTE.realm,
  ATTRIBUTE.nonce,
  ATTRIBUTE.channelNumber,
  ATTRIBUTE.lifetime,
  ATTRIBUTE.peerAddress,
  ATTRIBUTE.data,
  ATTRIBUTE.addressFamily,
  ATTRIBUTE.transport,
]);
const OPTIONAL = 0x8000;

export function createTurn(options: TurnOptions): Turn {
  const { now, limits, counters } = options;
  const allocations = createAllocations((count) => counters.allocations(count), options.hostOf);
  const openCalls = createOpenCalls((names) => {
    for (const name of names)
      for (const allocation of Array.from(allocations.heldBy(name))) allocations.end(allocation);
  }, limits);
  const parts = { ...options, allocations, openCalls };
  const passing = createPassing(parts);
  const requests = createRequests(parts);
  const allowance = createAllowance({ perSecond: limits.answersPerSecond, burst: limits.answersAtOnce });
  let keys = new Map<string, RelayKey>();
  const identify = createIdentify({ openCalls, keyOf: (kid) => keys.get(kid) });

  function answer(message: StunMessage, to: Client, draft: Pick<Draft, 'type' | 'attributes' | 'key'>): void {
    const { transactionId, fingerprint } = message;
    if (!options.send(writeMessage({ ...draft, transactionId, fingerprint }), to)) counters.refuse('congested');
  }

  /** Limits answers to an unauthenticated client, which may have forged its address: short ones, and few. */
  function answerStranger(message: StunMessage, to: Client, draft: Pick<Draft, 'type' | 'attributes'>): void {
    if (allowance.take(networkOf(to.address), now())) answer(message, to, draft);
    else counters.refuse('withheld');
  }

  function refuseStranger(message: StunMessage, to: Client, code: ErrorCode, more: readonly Attribute[]): void {
    counters.refuse(ERRORS[code].reason);
    answerStranger(message, to, { type: errorOf(message.type), attributes: [errorAttribute(code), ...more] });
  }

  function answerBinding(message: StunMessage, from: Client): void {
    const unknown = unknownIn(message);
    if (unknown.length > 0) return refuseStranger(message, from, 420, [unknownAttribute(unknown)]);
    const value = writeXorAddress(from, message.transactionId);
    const attributes = [{ type: ATTRIBUTE.mappedAddress, value }];
    answerStranger(message, from, { type: successOf(BINDING), attributes });
  }

  function answerRequest(message: StunMessage, from: Client): void {
    const handle = requests.get(message.type);
    if (handle === undefined) return counters.refuse('malformed');
    const who = identify(message, from, now());
    if (who.kind === 'refused') return refuseStranger(message, from, who.code, who.attributes);
    if (who.kind === 'newcomer') {
      const attributes = [errorAttribute(401), ...who.challenge];
      return answerStranger(message, from, { type: errorOf(message.type), attributes });
    }
    const unknown = unknownIn(message);
    const outcome = unknown.length > 0 ? 420 : handle(message, who.known, now());
    if (outcome === 'not yet') return counters.refuse('too-early');
    answer(message, from, { ...draftOf(message, outcome, unknown), key: who.key });
  }

  function draftOf(
    { type }: StunMessage,
    outcome: Exclude<Outcome, NotYet>,
    unknown: number[],
  ): Pick<Draft, 'type' | 'attributes'> {
    if (typeof outcome !== 'number') return { type: successOf(type), attributes: outcome };
    const { reason, text } = ERRORS[outcome];
    counters.refuse(reason);
    const more = unknown.length > 0 ? [unknownAttribute(unknown)] : [];
    return { type: errorOf(type), attributes: [errorAttribute(outcome, text), ...more] };
  }

  return {
    receive(bytes, from) {
      if (bytes.length < CHANNEL_HEADER_BYTES || bytes.length > LONGEST_DATAGRAM) return counters.refuse('malformed');
      if (isChannelData(bytes)) return passing.channelData(bytes, from, now());
      const message = readMessage(bytes);
      if (message === null) return counters.refuse('malformed');
      if (message.type === BINDING) return answerBinding(message, from);
      if (message.type !== SEND_INDICATION) return answerRequest(message, from);
      if (unknownIn(message).length > 0) return counters.refuse('malformed');
      passing.sendIndication(message, from, now());
    },
    useKeys(fresh) {
      keys = new Map(fresh.map((key) => [key.kid, key]));
    },
    open: (call) => openCalls.open(call),
    close: (callId) => openCalls.close(callId),
    tallyOf: (checkId) => openCalls.tallyOf(checkId),
    sweep() {
      openCalls.sweep(now());
      allocations.sweep(now());
    },
  };
}

/** Whether the first byte is 0x40 to 0x4f (RFC 8656 section 12). */
function isChannelData(bytes: Buffer): boolean {
  return (bytes.readUInt8(0) & 0xf0) === 0x40;
}

function unknownIn({ attributes }: StunMessage): number[] {
  const unknown = attributes.map(({ type }) => type).filter((type) => type < OPTIONAL && !UNDERSTOOD.has(type));
  return [...new Set(unknown)].slice(0, MAX_UNKNOWN_NAMED);
}

function unknownAttribute(types: readonly number[]): Attribute {
  const value = Buffer.alloc(types.length * 2);
  types.forEach((type, i) => value.writeUInt16BE(type, i * 2));
  return { type: ATTRIBUTE.unknown, value };
}

/** Strangers get the number alone: answers to them stay short. */
function errorAttribute(code: ErrorCode, text = ''): Attribute {
  const head = Buffer.from([0, 0, Math.floor(code / 100), code % 100]);
  return { type: ATTRIBUTE.error, value: Buffer.concat([head, Buffer.from(text)]) };
}
