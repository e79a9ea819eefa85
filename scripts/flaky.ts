import type { RunnerReport, TestResult } from './runner-reports.ts';

/** More failed files than these are no chance: they are not run again. */
const RERUN_FILES = 5;

export interface Verdict {
  passed: number;
  failed: number;
  /** Tests that failed once and passed once, with their first failure. */
  flaky: (TestResult & { failure: string })[];
}

/**
 * Runs the files that failed once more, alone: a test that fails both times has failed. `rerun` returns null when its runner
 * died.
 */
export function judge(first: RunnerReport, rerun: (files: readonly string[]) => RunnerReport | null): Verdict {
  const failures = first.results.filter(hasFailed);
  const passed = first.results.length - failures.length;
  const files = [...new Set(failures.map(({ file }) => file))];
  const again = files.length > 0 && files.length <= RERUN_FILES ? rerun(files) : null;
  if (again === null) return { passed, failed: failures.length, flaky: [] };

  const passedAgain = new Set(again.results.filter((result) => !hasFailed(result)).map(getKey));
  const passedFirst = new Set(first.results.filter((result) => !hasFailed(result)).map(getKey));
  const flaky = [
    ...failures.filter((result) => passedAgain.has(getKey(result))),
    ...again.results.filter(hasFailed).filter((result) => passedFirst.has(getKey(result))),
  ];
  const failed = failures.filter((result) => !passedAgain.has(getKey(result))).length;
  return { passed: first.results.length - failed, failed, flaky };
}

function hasFailed(result: TestResult): result is TestResult & { failure: string } {
  return result.failure !== null;
}

/** A test of chance has its seed in its name, another one each time. */
function getKey({ file, name }: TestResult): string {
  return `${file} › ${name.replaceAll(/\bseed \d+/g, 'seed')}`;
}

/** One line a test, its failure's first lines below it. */
export function describeFlaky({ file, name, failure }: Verdict['flaky'][number]): string {
  const reason = failure
    .split('\n')
    .slice(0, 12)
    .map((line) => `    ${line}`);
  return [`flaky: ${file} › ${name}`, ...reason].join('\n');
}
