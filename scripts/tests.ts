import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildWeb } from './build-web.ts';
import { ALL_TESTS_MS, compareWithBudget, type FileTime } from './budget.ts';
import { describeFlaky, judge } from './flaky.ts';
import { sum, type Outcome } from './outcome.ts';
import { runTool } from './run-tool.ts';
import { readPlaywrightReport, readVitestReport, type RunnerReport } from './runner-reports.ts';
import { ensureTools, type MissingTool } from './tools.ts';

interface Report extends Outcome {
  times: FileTime[];
  /** What could not run on this machine, each with its reason. */
  notRun: string[];
  /** Tests that failed by chance, each with its first failure. */
  flaky: string[];
}

const DIED: Report = { passed: 0, failed: 1, times: [], notRun: [], flaky: [] };

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
  const { times, notRun, flaky, ...outcome } = runFiles(words, size);
  for (const what of notRun) console.log(what);
  const spent = performance.now() - started;
  console.log(`\nTime spent per folder:\n${compareWithBudget(times).join('\n')}`);
  const mark = size === 'small' && spent > ALL_TESTS_MS ? '  over its budget' : '';
  console.log(`  all of it ${(spent / 60_000).toFixed(1)} min of ${ALL_TESTS_MS / 60_000} min${mark}`);
  for (const what of flaky) console.log(what);
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
      flaky: reports.flatMap(({ flaky }) => flaky),
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
  const path = join(folder, `${project}.json`);
  const run = (files: readonly string[], alone: boolean): RunnerReport | null => {
    rmSync(path, { force: true });
    const reporters = [`--reporter=${SHOWN.vitest}`, '--reporter=json', `--outputFile.json=${path}`];
    const flags = ['--passWithNoTests', ...(alone ? ['--no-file-parallelism'] : [])];
    runTool('vitest', ['run', '--project', project, ...flags, ...reporters, ...files], 'show', {
      ...process.env,
      ...SHOWN.colors,
    });
    return readVitestReport(path);
  };
  // What a full size measures shall not measure the file beside it.
  return conclusionOf(run(words, size === 'full'), size, (files) => run(files, true));
}

function browsers({ words, folder, size }: Run, missing: readonly MissingTool[]): Report {
  const lacks = (name: MissingTool['tool']): boolean => missing.some(({ tool }) => tool === name);
  if (lacks('chromium')) return DIED;
  const path = join(folder, 'e2e.json');
  const run = (files: readonly string[], alone: boolean): RunnerReport | null => {
    rmSync(path, { force: true });
    const args = ['test', '-c', 'e2e', '--project', 'by-ear', '--project', 'by-eye', '--pass-with-no-tests'];
    if (alone) args.push('--workers', '1');
    const without = lacks('coturn') ? ['--grep-invert', OVER_COTURN] : [];
    const env = { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: path };
    runTool('playwright', [...args, `--reporter=${SHOWN.playwright},json`, ...without, ...files], 'show', env);
    return readPlaywrightReport(path);
  };
  const first = run(words, size === 'full');
  const report = conclusionOf(first, size, (files) => run(files, true));
  const other = process.env['E2E_BROWSER'];
  if (other === undefined || first === null) return report;
  return { ...report, notRun: [`${first.skipped} tests left out in ${other}; e2e/support/left-out.ts says why`] };
}

/** What failed runs once more; at full size nothing does: one failure in 10,000 is what it looks for. */
function conclusionOf(
  first: RunnerReport | null,
  size: Size,
  rerun: (files: readonly string[]) => RunnerReport | null,
): Report {
  if (first === null) return DIED;
  const { passed, failed, flaky } = judge(first, size === 'full' ? () => null : rerun);
  return { passed, failed, times: first.times, notRun: first.notRun, flaky: flaky.map(describeFlaky) };
}

/** Without Firefox, WebKit, coturn, NATS or faketime a person may go on; where every change must pass, that is a failure. */
function leftOut(missing: readonly MissingTool[]): Outcome {
  for (const { sentence } of missing) console.log(sentence);
  const others = missing.filter(({ tool }) => tool !== 'chromium');
  return { passed: 0, failed: process.env['CI'] ? others.length : 0 };
}
