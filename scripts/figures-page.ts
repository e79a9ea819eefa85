import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { BOUNDS, DEMANDS, type Demand } from '../bench/demands.ts';
import { ROOT } from './run-tool.ts';

/** What a bench printed, and where. */
const result = z.object({
  bench: z.string(),
  args: z.array(z.string()),
  commit: z.string(),
  /** Year, month, day. */
  on: z.string(),
  machine: z.string(),
  /** Of the minute before: a machine with nothing else to do has less than 1. */
  loadBefore: z.number(),
  figures: z.array(z.unknown()),
});
export type Result = z.infer<typeof result>;

export const RESULTS = join(ROOT, 'bench/results');

/** docs/figures.md: what is demanded, and what the recorded results say. */
export function figuresPage(results = readResults()): string {
  const machines = [...new Set([...results.values()].map(({ machine }) => machine))];
  return [
    '# Figures',
    'For engineers: what each bench must reach, and what it measured. `npm run bench <name> -- --record` writes this page; the full output lies in [bench/results](../bench/results).',
    [
      '- A ratio compares with a floor in the same run: a bare server on the same PostgreSQL that does the named work and nothing else.',
      '- Server and driver share two processors. Absolute times drift with the machine and its other load.',
      '- “Load before” is the load of the minute before the bench.',
    ].join('\n'),
    ...machines.map((machine) => `Machine ${nameOf(machine, machines)}: ${machine}.`),
    [
      '| bench | figure | demanded | measured | reached | commit | machine | load before |',
      '|---|---|---|---|---|---|---|---|',
      ...DEMANDS.map((demand) => rowOf(demand, results.get(demand.bench), machines)),
    ].join('\n'),
    '## What bounds what is not reached',
    ...missed(results).map((bench) => `**${bench}.** ${BOUNDS[bench] ?? 'Not looked into yet.'}`),
    '',
  ]
    .join('\n\n')
    .replace(/\n+$/, '\n');
}

function readResults(): Map<string, Result> {
  const results = globSync('*.json', { cwd: RESULTS })
    .toSorted()
    .map((file) => result.parse(JSON.parse(readFileSync(join(RESULTS, file), 'utf8'))));
  return new Map(results.map((one) => [one.bench, one]));
}

/** A, B …: in the order in which they are listed. */
function nameOf(machine: string, machines: readonly string[]): string {
  return String.fromCodePoint('A'.codePointAt(0)! + machines.indexOf(machine));
}

function rowOf(demand: Demand, found: Result | undefined, machines: readonly string[]): string {
  const value = found && figureIn(found, demand);
  const measured = value === undefined ? 'not recorded' : shown(value, demand);
  const reached = value === undefined ? '–' : isReached(value, demand) ? 'yes' : '**no**';
  const at = found ? [found.commit, nameOf(found.machine, machines), found.loadBefore] : ['–', '–', '–'];
  return `| ${[demand.bench, demand.says, demandOf(demand), measured, reached, ...at].join(' | ')} |`;
}

function demandOf({ least, most, is, unit }: Demand): string {
  if (is !== undefined) return is ? 'yes' : 'no';
  return least === undefined ? `≤ ${shown(most!, { unit })}` : `≥ ${shown(least, { unit })}`;
}

function shown(value: number | boolean, { unit }: Pick<Demand, 'unit'>): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  const number = value.toLocaleString('en', { maximumFractionDigits: 3 });
  return unit === 'score' ? number : `${number} ${unit}`;
}

function isReached(value: number | boolean, { least, most, is }: Demand): boolean {
  if (typeof value === 'boolean') return value === is;
  return value >= (least ?? -Infinity) && value <= (most ?? Infinity);
}

function figureIn({ figures }: Result, { at, where = {} }: Demand): number | boolean | undefined {
  const line = figures.find((one) => Object.entries(where).every(([key, value]) => read(one, [key]) === value));
  const value = read(line, at);
  return typeof value === 'number' || typeof value === 'boolean' ? value : undefined;
}

function read(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (found, key) =>
      typeof found === 'object' && found !== null
        ? Object.entries(found).find(([name]) => name === key)?.[1]
        : undefined,
    value,
  );
}

/** The benches with a figure that is not reached. */
function missed(results: ReadonlyMap<string, Result>): string[] {
  const no = DEMANDS.filter((demand) => {
    const found = results.get(demand.bench);
    const value = found && figureIn(found, demand);
    return value !== undefined && !isReached(value, demand);
  });
  return [...new Set(no.map(({ bench }) => bench))];
}
