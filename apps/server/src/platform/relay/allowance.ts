import { randomBytes } from 'node:crypto';

export interface Allowance {
  /** Takes one of what this key has left; false when nothing is. */
  take(key: string, now: number): boolean;
}

interface AllowanceOptions {
  perSecond: number;
  burst: number;
  /** Keys that share a slot share its allowance. */
  slots?: number;
}

const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/**
 * Allows so much a second for each key, in a table of fixed size: strangers with many addresses cannot make it grow.
 */
export function createAllowance({ perSecond, burst, slots = 65_536 }: AllowanceOptions): Allowance {
  const left = new Float64Array(slots).fill(burst);
  const lookedAt = new Float64Array(slots);
  // Keeps an attacker from choosing a slot to share.
  const seed = randomBytes(4).readUInt32BE();

  function slotOf(key: string): number {
    let hash = FNV_OFFSET ^ seed;
    for (let i = 0; i < key.length; i++) hash = Math.imul(hash ^ key.charCodeAt(i), FNV_PRIME);
    return (hash >>> 0) % slots;
  }

  return {
    take(key, now) {
      const slot = slotOf(key);
      const seconds = Math.max(0, now - (lookedAt[slot] ?? 0)) / 1_000;
      const tokens = Math.min(burst, (left[slot] ?? 0) + seconds * perSecond);
      lookedAt[slot] = now;
      left[slot] = tokens >= 1 ? tokens - 1 : tokens;
      return tokens >= 1;
    },
  };
}
