import type { PushState } from './device-push.ts';

/** After what one is asked: somebody has now been met, or written to, who may want to answer. */
export type GoodMoment = 'written' | 'called';

/** Who has said "Not now" is left in peace for so long. */
const PEACE_MS = 30 * 86_400_000;

interface Asking {
  readonly state: PushState;
  /** When somebody was asked last on this device; null: never. Milliseconds since the epoch. */
  readonly askedAt: number | null;
  readonly now: number;
}

/** Asking costs the browser's one question: only who could say yes, and seldom. */
export function mayOffer({ state, askedAt, now }: Asking): boolean {
  return state === 'off' && (askedAt === null || now - askedAt >= PEACE_MS || askedAt > now);
}

/** What is kept was written by anybody. */
export function askedAtOf(kept: string | null): number | null {
  const at = kept === null ? Number.NaN : Number(kept);
  return Number.isSafeInteger(at) && at > 0 ? at : null;
}
