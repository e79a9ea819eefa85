import { test } from 'vitest';

/** In place of tests that cannot run on this machine: one that is skipped and says why, as the end of a run does. */
export function notRun(what: string, why: string): void {
  test(`${what}: not run: ${why}`, ({ skip }) => skip());
}
