import { nameOf, type Holder, type Side } from './credentials.ts';
import type { RelayLimits } from './limits.ts';

/** A call with two sides that may reach each other. */
export interface OpenCall {
  readonly callId: string;
  /** Milliseconds since the epoch; opening it again before then extends it. */
  readonly until: number;
  /** The tickets the two sides had while they waited; null: none. */
  readonly tickets: Readonly<Record<Side, string | null>>;
  /** check: a loop of one user with themselves; its packets are counted. */
  readonly kind?: 'call' | 'check';
}

/** How many packets each side of a connection check has sent to the other. */
export type Tally = Record<Side, number>;

/** Bytes one side of a call may send at once, and when that was computed. */
export interface Budget {
  bytes: number;
  at: number;
}

export interface Seat {
  readonly callId: string;
  readonly side: Side;
}

/** The open calls and their participants: all the relay knows of users. */
export interface OpenCalls {
  open(call: OpenCall): void;
  close(callId: string): void;
  /** Closes calls that were not extended. */
  sweep(now: number): void;
  /** 'waiting': may prepare, and reaches no peer. 'refused': their call is not open. */
  seatOf(holder: Holder, now: number): Seat | 'waiting' | 'refused';
  /** Null: not a connection check. */
  tallyOf(callId: string): Tally | null;
  /** The names of the holders on one side. */
  namesOf(seat: Seat): string[];
  /** What this side may send, over all its allocations. Undefined: their call is not open. */
  budgetOf(seat: Seat): Budget | undefined;
}

/** `onClosed` gets the names of all holders in the call. */
export function createOpenCalls(
  onClosed: (names: readonly string[]) => void,
  { burstBytes }: Pick<RelayLimits, 'burstBytes'>,
): OpenCalls {
  const calls = new Map<string, OpenCall>();
  const seats = new Map<string, Seat>();
  const tallies = new Map<string, Tally>();
  /** Kept as long as the call: a new allocation must not renew it. */
  const budgets = new Map<string, Record<Side, Budget>>();

  const full = (): Budget => ({ bytes: burstBytes, at: 0 });

  function namesOf({ callId, side }: Seat): string[] {
    const ticket = calls.get(callId)?.tickets[side] ?? null;
    return [nameOf({ kind: 'side', callId, side }), ...(ticket === null ? [] : [ticket])];
  }

  function close(callId: string): void {
    const call = calls.get(callId);
    if (call === undefined) return;
    const names = [...namesOf({ callId, side: 'a' }), ...namesOf({ callId, side: 'b' })];
    calls.delete(callId);
    tallies.delete(callId);
    budgets.delete(callId);
    for (const ticket of Object.values(call.tickets)) if (ticket !== null) seats.delete(ticket);
    onClosed(names);
  }

  return {
    open(call) {
      for (const side of ['a', 'b'] as const) {
        const ticket = call.tickets[side];
        if (ticket === null) continue;
        const before = seats.get(ticket);
        // A requeued user keeps the ticket; it is good for one call at a time.
        if (before !== undefined && before.callId !== call.callId) close(before.callId);
        seats.set(ticket, { callId: call.callId, side });
      }
      calls.set(call.callId, call);
      if (!budgets.has(call.callId)) budgets.set(call.callId, { a: full(), b: full() });
      if (call.kind === 'check' && !tallies.has(call.callId)) tallies.set(call.callId, { a: 0, b: 0 });
    },
    close,
    sweep(now) {
      for (const { callId, until } of calls.values()) if (until <= now) close(callId);
    },
    seatOf(holder, now) {
      const seat = holder.kind === 'side' ? holder : seats.get(holder.ticket);
      if (seat === undefined) return 'waiting';
      return (calls.get(seat.callId)?.until ?? 0) > now ? seat : 'refused';
    },
    tallyOf: (callId) => tallies.get(callId) ?? null,
    namesOf,
    budgetOf: ({ callId, side }) => budgets.get(callId)?.[side],
  };
}
