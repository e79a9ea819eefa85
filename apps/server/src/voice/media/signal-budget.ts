import type { Signal } from '@yonder/contract';
import { createRecent } from '../../platform/recent.ts';
import type { Side } from '../session.ts';

/** Bytes that one side may signal to the other: a first connection and two restarts at once, then a rate per minute. */
export interface SignalBudget {
  /** False when too little is left. Take before delivery; otherwise concurrent signals could all use the same rest. */
  take(spender: Spender, signal: Signal): boolean;
  /** Refunds a signal that was not delivered. */
  giveBack(spender: Spender, signal: Signal): void;
}

interface Spender {
  side: Side;
  /** Ms since the epoch. */
  now: number;
}

/** A description has about 3 KB, 8 KB at most; a candidate has 200 bytes, with 40 candidates at most. */
export const SIGNAL_BYTES = { burst: 65_536, perMinute: 32_768 } as const;
const MOST_SIDES = 20_000;
const MINUTE_MS = 60_000;

export function createSignalBudget(): SignalBudget {
  const spent = createRecent<{ left: number; at: number }>(MOST_SIDES);

  function leftOf({ side, now }: Spender, { callId }: Signal): number {
    const known = spent.get(callId, side);
    if (!known) return SIGNAL_BYTES.burst;
    const refilled = ((now - known.at) / MINUTE_MS) * SIGNAL_BYTES.perMinute;
    return Math.min(SIGNAL_BYTES.burst, known.left + Math.max(0, refilled));
  }

  function leave(left: number, { side, now }: Spender, { callId }: Signal): void {
    spent.put(callId, side, { left, at: now });
  }

  return {
    take(spender, signal) {
      const left = leftOf(spender, signal) - sizeOf(signal);
      if (left < 0) return false;
      leave(left, spender, signal);
      return true;
    },
    giveBack: (spender, signal) => leave(leftOf(spender, signal) + sizeOf(signal), spender, signal),
  };
}

/** Counts characters, since filtered signals are ASCII. */
function sizeOf(signal: Signal): number {
  return signal.kind === 'candidate' ? signal.candidate.candidate.length : signal.sdp.length;
}
