import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import * as z from 'zod/mini';
import { buildWeb } from './build-web.ts';
import { ALL_TESTS_MS, compareWithBudget, type FileTime } from './budget.ts';
import { sum, type Outcome } from './outcome.ts';
import { ROOT, runTool } from './run-tool.ts';
import { ensureTools, type MissingTool } from './tools.ts';

interface Report extends Outcome {
  times: FileTime[];
  /** What could not run on this machine, each with its reason. */
  notRun: string[];
}

const VitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numFailedTestSuites: z.number(),
  testResults: z.array(
    z.object({
      ...{ name: z.string(), startTime: z.number(), endTime: z.number() },
      assertionResults: z.array(z.object({ title: z.string(), status: z.string() })),
    }),
  ),
});
/** So the name of a test that is left out says why (apps/server/src/testing/not-run.ts). */
const NOT_RUN = ': not run: ';

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
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number(), skipped: z.number() }),
});

/** A log is read afterwards: failures and totals are enough, without colours (Playwright sees to that by itself). */
const SHOWN = process.stdout.isTTY
  ? { vitest: 'dot', playwright: 'list', colors: {} }
  : { vitest: 'minimal', playwright: 'dot', colors: { NO_COLOR: '1' } };
/** The tests that start a coturn, by their file; a regular expression. */
const OVER_COTURN = String.raw`coturns?\.e2e\.ts`;

/** small: with every change. full: the sizes of a release, one file at a time, for as long as it takes. */
type Size = 'small' | 'full';

/** All tests, or those of the files whose path contains one of the words, and how their time compares. */
export function runTests(words: readonly string[], size: Size = 'small'): Outcome {
  const started = performance.now();
  const { times, notRun, ...outcome } = runFiles(words, size);
  for (const what of notRun) console.log(what);
  const spent = performance.now() - started;
  console.log(`\nTime spent per folder:\n${compareWithBudget(times).join('\n')}`);
  const mark = size === 'small' && spent > ALL_TESTS_MS ? '  over its budget' : '';
  console.log(`  all of it ${(spent / 60_000).toFixed(1)} min of ${ALL_TESTS_MS / 60_000} min${mark}`);
  return outcome;
}

export function runFiles(words: readonly string[], size: Size): Report {
  if (size === 'full') process.env['FULL'] = '1';
  const missing = ensureTools();
  buildWeb();
  const folder = mkdtempSync(join(tmpdir(), 'yonder-reports-'));
  try {
    // Another browser than Chromium is nothing to the tests without one.
    const projects = process.env['E2E_BROWSER'] === undefined ? (['unit', 'db', 'start'] as const) : [];
    const units = projects.map((project) => vitest({ project, words, folder, size }));
    const reports = [...units, browsers({ words, folder, size }, missing)];
    return {
      ...sum([...reports, leftOut(missing)]),
      times: reports.flatMap(({ times }) => times),
      notRun: reports.flatMap(({ notRun }) => notRun),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Run {
  words: readonly string[];
  folder: string;
  size: Size;
}

function vitest({ project, words, folder, size }: Run & { project: 'unit' | 'db' | 'start' }): Report {
  const file = join(folder, `${project}.json`);
  const reporters = [`--reporter=${SHOWN.vitest}`, '--reporter=json', `--outputFile.json=${file}`];
  // What a full size measures shall not measure the file beside it.
  const alone = size === 'full' ? ['--no-file-parallelism'] : [];
  const args = ['run', '--project', project, '--passWithNoTests', ...alone, ...reporters, ...words];
  runTool('vitest', args, 'show', { ...process.env, ...SHOWN.colors });
  const report = read(file, VitestReport);
  if (!report) return { passed: 0, failed: 1, times: [], notRun: [] };
  const skipped = report.testResults.flatMap(({ assertionResults }) =>
    assertionResults.filter(({ status }) => status !== 'passed' && status !== 'failed'),
  );
  return {
    notRun: skipped.map(({ title }) => title).filter((title) => title.includes(NOT_RUN)),
    passed: report.numPassedTests,
    // A file that cannot even be loaded has no tests to count.
    failed: report.numFailedTests || report.numFailedTestSuites,
    times: report.testResults.map(({ name, startTime, endTime }) => ({
      file: relative(ROOT, name),
      ms: endTime - startTime,
    })),
  };
}

function browsers({ words, folder, size }: Run, missing: readonly MissingTool[]): Report {
  const lacks = (name: MissingTool['tool']): boolean => missing.some(({ tool }) => tool === name);
  if (lacks('chromium')) return { passed: 0, failed: 1, times: [], notRun: [] };
  const file = join(folder, 'e2e.json');
  const args = ['test', '-c', 'e2e', '--project', 'by-ear', '--project', 'by-eye', '--pass-with-no-tests'];
  if (size === 'full') args.push('--workers', '1');
  const without = lacks('coturn') ? ['--grep-invert', OVER_COTURN] : [];
  const env = { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: file };
  runTool('playwright', [...args, `--reporter=${SHOWN.playwright},json`, ...without, ...words], 'show', env);
  const report = read(file, PlaywrightReport);
  if (!report) return { passed: 0, failed: 1, times: [], notRun: [] };
  const { expected, unexpected, flaky, skipped } = report.stats;
  const other = process.env['E2E_BROWSER'];
  const notRun = other === undefined ? [] : [`${skipped} tests left out in ${other}; e2e/support/left-out.ts says why`];
  const failed = unexpected + flaky + report.errors.length;
  return { passed: expected, failed, times: report.suites.flatMap(timesOf), notRun };
}

/** Without Firefox, WebKit, coturn, NATS or faketime a person may go on; where every change must pass, that is a failure. */
function leftOut(missing: readonly MissingTool[]): Outcome {
  for (const { sentence } of missing) console.log(sentence);
  const others = missing.filter(({ tool }) => tool !== 'chromium');
  return { passed: 0, failed: process.env['CI'] ? others.length : 0 };
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
