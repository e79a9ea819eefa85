import { randomInt } from 'node:crypto';
import { appendFileSync } from 'node:fs';

/** The size of a test: small with every change; full with `npm test -- --full`, which sets FULL=1. */
export function sizeOf({ small, full }: { small: number; full: number }): number {
  return isFull() ? full : small;
}

export function isFull(): boolean {
  return process.env['FULL'] === '1';
}

/** A figure that a full size has measured, in a line; `npm run faults` gathers them in a file. */
export function report(figure: string): void {
  const file = process.env['FIGURES'];
  if (file !== undefined) appendFileSync(file, `${figure}\n`);
  else if (isFull()) console.log(figure);
}

/**
 * The seed of a run of chance; a failed test has it in its name, and SEED brings it back. `small`: the seed of the small
 * size, where each change is to be held to the same scripts.
 */
export function seedOf({ small }: { small?: number } = {}): number {
  const byChance = randomInt(2 ** 31);
  return Number(process.env['SEED'] ?? (isFull() ? byChance : (small ?? byChance)));
}
