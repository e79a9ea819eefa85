import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FAULT_LINES, type FaultLine } from './fault-lines.ts';
import { conclude, sum, type Outcome } from './outcome.ts';
import { runFiles } from './tests.ts';

const ALL = Object.keys(FAULT_LINES);
const names = process.argv.slice(2);
const unknown = names.filter((name) => !(name in FAULT_LINES));

if (unknown.length > 0) {
  console.error(`npm run faults [-- name]; there is no ${unknown.join(', ')} among these:`);
  for (const [name, { breaks }] of Object.entries(FAULT_LINES)) console.error(`  ${name.padEnd(16)} ${breaks}`);
  process.exitCode = 1;
} else {
  runAll(names.length > 0 ? names : ALL);
}

interface Ran {
  name: string;
  line: FaultLine;
  /** What the tests have measured. */
  figures: string[];
  outcome: Outcome;
  /** What of it this machine cannot do, each with its reason. */
  notRun: string[];
}

/** One after the other, each at full size: what one measures shall not be what another one breaks. */
function runAll(wanted: readonly string[]): void {
  const ran: Ran[] = [];
  for (const [name, line] of Object.entries(FAULT_LINES).filter(([one]) => wanted.includes(one))) {
    console.log(`\n${name}: ${line.breaks}`);
    ran.push({ name, line, ...run(line) });
  }
  console.log(`\n${ran.map(tell).join('\n')}\n`);
  conclude(sum(ran.map(({ outcome }) => outcome)));
  // What was asked for and not seen is not shown to hold.
  if (ran.some(({ notRun }) => notRun.length > 0)) process.exitCode = 1;
}

function run({ files }: FaultLine): Pick<Ran, 'figures' | 'outcome' | 'notRun'> {
  const folder = mkdtempSync(join(tmpdir(), 'yonder-faults-'));
  const file = join(folder, 'figures');
  writeFileSync(file, '');
  process.env['FIGURES'] = file;
  try {
    const { passed, failed, notRun } = runFiles(files, 'full');
    const figures = readFileSync(file, 'utf8').split('\n').filter(Boolean);
    return { figures, outcome: { passed, failed }, notRun };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function tell({ name, line: { demand, control }, figures, outcome: { passed, failed }, notRun }: Ran): string {
  const mark = failed > 0 ? '✗' : passed > 0 && notRun.length === 0 ? '✓' : '–';
  const counts = `${passed} passed, ${failed} failed${notRun.length > 0 ? `, ${notRun.length} not run` : ''}`;
  const shown =
    'none' in control ? `no control: ${control.none}` : `control: ${control.test.replace(/^control: /, '')}`;
  const details = [...notRun, ...figures, shown].map((line) => `    ${line}`);
  return [`${mark} ${name} (${counts}): ${demand}`, ...details].join('\n');
}
