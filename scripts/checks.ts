import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { overBudget } from './bundles.ts';
import { missingBuilds } from './lock.ts';
import type { Outcome } from './outcome.ts';
import { ROOT, runTool } from './run-tool.ts';
import { wrongInCoverage, wrongInReports } from './spec-coverage.ts';

interface Check {
  name: string;
  /** What is wrong; empty when nothing is. */
  run(): string;
}

const CHECKS: readonly Check[] = [
  { name: 'types', run: () => tool('tsc', '-p', '.') },
  { name: 'lint', run: () => tool('oxlint', '--type-aware', '--deny-warnings') },
  { name: 'format', run: () => tool('oxfmt', '--check') },
  {
    name: 'imports, contrast',
    run: () => tool('vitest', 'run', '--project', 'unit', 'apps/server/src/imports.test.ts', 'apps/web/src/theme'),
  },
  { name: 'messages', run: messagesLeftOut },
  { name: 'unused files and exports', run: () => tool('knip') },
  { name: 'scripts of each route', run: overBudget },
  { name: 'one clock in SQL', run: clocksInSql },
  { name: 'coverage of the specification', run: wrongInCoverage },
  { name: 'tests of what people report', run: wrongInReports },
  {
    name: 'a lock for every platform',
    run: () => (missingBuilds().length > 0 ? 'Builds for other platforms are missing: npm run lock' : ''),
  },
];

/** What a change must pass before any test is worth running. */
export function runChecks(): Outcome {
  const outcome = { passed: 0, failed: 0 };
  for (const { name, run } of CHECKS) {
    const started = performance.now();
    const wrong = run();
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    console.log(wrong ? `✗ ${name} (${seconds} s)\n${wrong}` : `✓ ${name} (${seconds} s)`);
    outcome[wrong ? 'failed' : 'passed'] += 1;
  }
  return outcome;
}

function tool(name: string, ...args: string[]): string {
  const { status, output } = runTool(name, args, 'keep');
  return status === 0 ? '' : output || `${name} ended with ${status}`;
}

/** A message that is in no catalogue shows as its id once it is built. */
function messagesLeftOut(): string {
  const wrong = tool('lingui', 'check', 'sync', '--clean', '--config', 'apps/web/lingui.config.ts');
  return wrong && `${wrong}\nWrite the catalogues anew: npm run i18n -w apps/web`;
}

/** SQL is told the time: the platform's clock is the only one, so that a test may move it. */
function clocksInSql(): string {
  const files = globSync('apps/server/src/**/*.{sql,ts}', {
    cwd: ROOT,
    exclude: ['apps/server/src/platform/**', '**/testing/**', '**/*.test.ts'],
  });
  return files
    .flatMap((file) =>
      readFileSync(join(ROOT, file), 'utf8')
        .split('\n')
        .flatMap((line, i) => (asksSqlForTheTime(line) ? [`${file}:${i + 1}: ${line.trim()}`] : [])),
    )
    .join('\n');
}

/** `clock.now()` is the platform's, `now(): number` its shape. */
function asksSqlForTheTime(line: string): boolean {
  return /\b(clock|statement|transaction)_timestamp\b|\bCURRENT_(TIMESTAMP|DATE|TIME)\b|(?<![.\w])now\(\)(?!\s*[:{])/i.test(
    line,
  );
}
