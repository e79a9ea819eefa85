import type { PushState } from './device-push.ts';

/** What makes the question useful: a message was sent or a call ended, so an answer may follow. */
export type GoodMoment = 'written' | 'called';

/** For how long "Not now" keeps the question away. */
const PEACE_MS = 30 * 86_400_000;

interface Asking {
  readonly state: PushState;
  /** When this device last asked; null: never. Milliseconds since the epoch. */
  readonly askedAt: number | null;
  readonly now: number;
}

/** Whether to ask. The browser asks only once, so it must be likely that the user agrees. */
export function mayOffer({ state, askedAt, now }: Asking): boolean {
  return state === 'off' && (askedAt === null || now - askedAt >= PEACE_MS || askedAt > now);
}

/** Parses the stored value, which is not trusted. */
export function askedAtOf(kept: string | null): number | null {
  const at = kept === null ? Number.NaN : Number(kept);
  return Number.isSafeInteger(at) && at > 0 ? at : null;
}
