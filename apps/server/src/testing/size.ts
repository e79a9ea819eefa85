import { randomInt } from 'node:crypto';

/** The size of a test: small with every change; full with `npm test -- --full`, which sets FULL=1. */
export function sizeOf({ small, full }: { small: number; full: number }): number {
  return isFull() ? full : small;
}

export function isFull(): boolean {
  return process.env['FULL'] === '1';
}

/** Of a run of chance; a failed test has it in its name, and SEED brings it back. */
export function seedOf(): number {
  return Number(process.env['SEED'] ?? randomInt(2 ** 31));
}
