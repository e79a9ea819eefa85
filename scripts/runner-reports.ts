import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import * as z from 'zod/mini';
import type { FileTime } from './budget.ts';
import { ROOT } from './run-tool.ts';

/** One test in one run. */
export interface TestResult {
  /** Relative to the repository: the file that was run. */
  file: string;
  name: string;
  /** The message of its first error; null when it passed. */
  failure: string | null;
}

/** What Vitest or Playwright reports of one run. Skipped tests have no result. */
export interface RunnerReport {
  results: TestResult[];
  times: FileTime[];
  /** Tests that could not run on this machine, each with its reason. */
  notRun: string[];
  skipped: number;
}

const VitestFile = z.object({
  name: z.string(),
  startTime: z.number(),
  endTime: z.number(),
  status: z.string(),
  message: z.string(),
  assertionResults: z.array(
    z.object({
      fullName: z.string(),
      title: z.string(),
      status: z.string(),
      failureMessages: z.array(z.string()),
    }),
  ),
});
const VitestReport = z.object({ testResults: z.array(VitestFile) });
/** The title of a test that cannot run here says why (apps/server/src/testing/not-run.ts). */
const NOT_RUN = ': not run: ';

const PlaywrightError = z.object({ message: z.optional(z.string()) });
const PlaywrightSpec = z.object({
  title: z.string(),
  tests: z.array(
    z.object({
      projectName: z.string(),
      status: z.enum(['skipped', 'expected', 'unexpected', 'flaky']),
      results: z.array(z.object({ duration: z.number(), error: z.optional(PlaywrightError) })),
    }),
  ),
});
interface PlaywrightSuite {
  title: string;
  specs: z.infer<typeof PlaywrightSpec>[];
  suites?: PlaywrightSuite[] | undefined;
}
const PlaywrightSuite: z.ZodMiniType<PlaywrightSuite> = z.object({
  title: z.string(),
  specs: z.array(PlaywrightSpec),
  get suites() {
    return z.optional(z.array(PlaywrightSuite));
  },
});
const PlaywrightReport = z.object({
  suites: z.array(PlaywrightSuite),
  errors: z.array(PlaywrightError),
  stats: z.object({ skipped: z.number() }),
});

/** Null when the runner died before it could report. */
export function readVitestReport(path: string): RunnerReport | null {
  const report = read(path, VitestReport);
  if (report === null) return null;
  const skipped = report.testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => !isOutcome(status));
  return {
    results: report.testResults.flatMap(getVitestResults),
    times: report.testResults.map(({ name, startTime, endTime }) => ({
      file: relative(ROOT, name),
      ms: endTime - startTime,
    })),
    notRun: skipped.map(({ title }) => title).filter((title) => title.includes(NOT_RUN)),
    skipped: skipped.length,
  };
}

function getVitestResults({ name, status, message, assertionResults }: z.infer<typeof VitestFile>): TestResult[] {
  const file = relative(ROOT, name);
  const results = assertionResults
    .filter((one) => isOutcome(one.status))
    .map((one) => ({
      file,
      name: one.fullName.trim(),
      failure: one.status === 'passed' ? null : (one.failureMessages[0] ?? 'failed'),
    }));
  const hasFailure = results.some(({ failure }) => failure !== null);
  // A file that cannot be loaded has no tests to name.
  return status === 'failed' && !hasFailure ? [...results, { file, name: 'the file', failure: message }] : results;
}

function isOutcome(status: string): boolean {
  return status === 'passed' || status === 'failed';
}

/** Null when the runner died before it could report. */
export function readPlaywrightReport(path: string): RunnerReport | null {
  const report = read(path, PlaywrightReport);
  if (report === null) return null;
  const files = report.suites.map((suite) => ({ file: join('e2e', suite.title), tests: listTests(suite) }));
  return {
    results: [
      ...files.flatMap(({ file, tests }) =>
        tests.filter(({ status }) => status !== 'skipped').map(({ name, failure }) => ({ file, name, failure })),
      ),
      ...report.errors.map(({ message = 'failed' }) => ({ file: 'e2e', name: 'the run', failure: message })),
    ],
    times: files.map(({ file, tests }) => ({ file, ms: tests.reduce((total, { ms }) => total + ms, 0) })),
    notRun: [],
    skipped: report.stats.skipped,
  };
}

interface PlaywrightTest {
  name: string;
  status: 'skipped' | 'expected' | 'unexpected' | 'flaky';
  failure: string | null;
  ms: number;
}

function listTests({ specs, suites = [] }: PlaywrightSuite, titles: readonly string[] = []): PlaywrightTest[] {
  const own = specs.flatMap(({ title, tests }) =>
    tests.map(({ status, results }) => ({
      name: [...titles, title].join(' › '),
      status,
      failure: status === 'expected' ? null : stripVTControlCharacters(results[0]?.error?.message ?? 'failed'),
      ms: results.reduce((total, { duration }) => total + duration, 0),
    })),
  );
  return [...own, ...(suites ?? []).flatMap((suite) => listTests(suite, [...titles, suite.title]))];
}

function read<S extends z.ZodMiniType>(path: string, schema: S): z.infer<S> | null {
  try {
    return schema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch (error) {
    console.error(`No report: ${error instanceof Error ? error.message : String(error)}`);
    return null;
  }
}
