import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import * as z from 'zod/mini';
import { buildWeb } from './build-web.ts';
import { ALL_TESTS_MS, compareWithBudget, type FileTime } from './budget.ts';
import { sum, type Outcome } from './outcome.ts';
import { ROOT, runTool } from './run-tool.ts';
import { ensureTools } from './tools.ts';

interface Report extends Outcome {
  times: FileTime[];
}

const VitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numFailedTestSuites: z.number(),
  testResults: z.array(z.object({ name: z.string(), startTime: z.number(), endTime: z.number() })),
});

interface Suite {
  file: string;
  specs: { tests: { results: { duration: number }[] }[] }[];
  suites?: Suite[] | undefined;
}
const Suite: z.ZodMiniType<Suite> = z.object({
  file: z.string(),
  specs: z.array(z.object({ tests: z.array(z.object({ results: z.array(z.object({ duration: z.number() })) })) })),
  get suites() {
    return z.optional(z.array(Suite));
  },
});
const PlaywrightReport = z.object({
  suites: z.array(Suite),
  errors: z.array(z.unknown()),
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }),
});

/** All tests, or those of the files whose path contains one of the words. */
export function runTests(words: readonly string[]): Outcome {
  const started = performance.now();
  ensureTools();
  buildWeb();
  const folder = mkdtempSync(join(tmpdir(), 'yonder-reports-'));
  try {
    const reports = [vitest('unit', words, folder), vitest('db', words, folder), playwright(words, folder)];
    const spent = performance.now() - started;
    console.log(`\nTime spent per folder:\n${compareWithBudget(reports.flatMap(({ times }) => times)).join('\n')}`);
    console.log(`  all of it ${(spent / 60_000).toFixed(1)} min of ${ALL_TESTS_MS / 60_000} min`);
    const late = spent > ALL_TESTS_MS ? [{ passed: 0, failed: 1 }] : [];
    return sum([...reports, ...late]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function vitest(project: string, words: readonly string[], folder: string): Report {
  const file = join(folder, `${project}.json`);
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${file}`];
  runTool('vitest', ['run', '--project', project, '--passWithNoTests', ...reporters, ...words]);
  const report = read(file, VitestReport);
  if (!report) return { passed: 0, failed: 1, times: [] };
  return {
    passed: report.numPassedTests,
    // A file that cannot even be loaded has no tests to count.
    failed: report.numFailedTests || report.numFailedTestSuites,
    times: report.testResults.map(({ name, startTime, endTime }) => ({
      file: relative(ROOT, name),
      ms: endTime - startTime,
    })),
  };
}

function playwright(words: readonly string[], folder: string): Report {
  const file = join(folder, 'e2e.json');
  const env = { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: file };
  runTool(
    'playwright',
    ['test', '-c', 'e2e', '--project', 'e2e', '--pass-with-no-tests', '--reporter=list,json', ...words],
    'show',
    env,
  );
  const report = read(file, PlaywrightReport);
  if (!report) return { passed: 0, failed: 1, times: [] };
  const { expected, unexpected, flaky } = report.stats;
  return { passed: expected, failed: unexpected + flaky + report.errors.length, times: report.suites.flatMap(timesOf) };
}

function timesOf({ file, specs, suites = [] }: Suite): FileTime[] {
  const ms = specs
    .flatMap(({ tests }) => tests.flatMap(({ results }) => results))
    .reduce((total, { duration }) => total + duration, 0);
  return [{ file: join('e2e', file), ms }, ...(suites ?? []).flatMap(timesOf)];
}

/** Undefined when the runner died before it could report. */
function read<S extends z.ZodMiniType>(file: string, schema: S): z.infer<S> | undefined {
  try {
    return schema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    console.error(`No report: ${error instanceof Error ? error.message : String(error)}`);
    return undefined;
  }
}
