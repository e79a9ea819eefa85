/** Why a packet or a request was refused. */
export const REFUSALS = [
  'malformed',
  'bad-request',
  'unauthorized',
  'stale-nonce',
  'withheld',
  'mismatch',
  'forbidden',
  'too-early',
  'quota',
  'capacity',
  'no-way',
  'bandwidth',
  'congested',
  'failed',
] as const;
export type Refusal = (typeof REFUSALS)[number];

export interface Counters {
  refuse(reason: Refusal): void;
  relayed(bytes: number): void;
  allocations(count: number): void;
}

export interface Counts {
  allocations: number;
  packets: number;
  bytes: number;
  /** By reason. */
  refused: Record<string, number>;
}

const PACKETS = REFUSALS.length;
const BYTES = PACKETS + 1;
const ALLOCATIONS = PACKETS + 2;
const SLOTS = PACKETS + 3;

/** Memory that the relay's thread writes and the server reads without messages; it outlives the thread. */
export function newCounterMemory(): SharedArrayBuffer {
  return new SharedArrayBuffer(SLOTS * Float64Array.BYTES_PER_ELEMENT);
}

export function countInto(memory: SharedArrayBuffer): Counters {
  const slots = new Float64Array(memory);
  const add = (slot: number, amount: number): void => {
    slots[slot] = (slots[slot] ?? 0) + amount;
  };
  const slotOf = new Map(REFUSALS.map((reason, slot) => [reason, slot]));
  return {
    refuse: (reason) => add(slotOf.get(reason) ?? 0, 1),
    relayed(bytes) {
      add(PACKETS, 1);
      add(BYTES, bytes);
    },
    allocations(count) {
      slots[ALLOCATIONS] = count;
    },
  };
}

export function readCounts(memory: SharedArrayBuffer): Counts {
  const slots = new Float64Array(memory);
  const at = (slot: number): number => slots[slot] ?? 0;
  const refused = Object.fromEntries(REFUSALS.map((reason, slot) => [reason, at(slot)]));
  return { allocations: at(ALLOCATIONS), packets: at(PACKETS), bytes: at(BYTES), refused };
}
