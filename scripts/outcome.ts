/** What a runner found; the last line of a run sums them up. */
export interface Outcome {
  passed: number;
  failed: number;
}

export function sum(outcomes: readonly Outcome[]): Outcome {
  return {
    passed: outcomes.reduce((total, { passed }) => total + passed, 0),
    failed: outcomes.reduce((total, { failed }) => total + failed, 0),
  };
}

/** Prints the last line and sets the exit code. */
export function conclude({ passed, failed }: Outcome): void {
  process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
  console.log(`${passed} passed, ${failed} failed`);
}
