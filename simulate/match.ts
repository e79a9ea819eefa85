import { parseArgs } from 'node:util';
import { ASSUMPTIONS, type Assumptions } from './match/assumptions.ts';
import { Day } from './match/day.ts';
import { type Tally, waitsOf } from './match/tally.ts';

/**
 * A day of the voice queue, played by the matcher's own rules with a clock moved by hand, for so many shards: how long
 * people wait by the hour, whether those alike are served in turn, who waits longest, and how often a wish comes true.
 * The same seed gives the same day.
 */
const names = Object.keys(ASSUMPTIONS) as (keyof Assumptions)[];
const { values } = parseArgs({
  options: {
    shards: { type: 'string', default: '1,2,4,8,16,32,64' },
    widen: { type: 'string', default: 'own' },
    hours: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
    ...Object.fromEntries(names.map((name) => [name, { type: 'string' }] as const)),
  },
});

if (values.help) help();
else simulate();

function help(): void {
  console.log('npm run simulate match -- [--shards 1,2,4] [--widen own|busiest] [--hours] [--assumption value]');
  console.log(
    '--widen: where whoever has waited for 15 s moves, if there are shards: a lane of their own, or the busiest one.',
  );
  console.log('--hours prints every hour of the day. Assumptions and what they are otherwise:');
  for (const name of names) console.log(`  --${name.padEnd(16)} ${ASSUMPTIONS[name]}`);
}

function simulate(): void {
  const given: Readonly<Record<string, unknown>> = values;
  const assumptions = Object.fromEntries(names.map((name) => [name, numberOf(name, given[name])])) as Assumptions;
  const { widen } = values;
  if (widen !== 'own' && widen !== 'busiest') throw new Error('--widen must be own or busiest');
  const rows: Record<string, Row> = {};
  for (const shards of values.shards.split(',').map(Number)) {
    const tally = new Day(assumptions, { shards, widen }).play();
    if (values.hours) printHours(tally, shards);
    rows[`${shards} shards`] = rowOf(tally);
  }
  console.table(rows);
  console.log(JSON.stringify({ simulation: 'match', widen, assumptions, ...rows }));
}

function numberOf(name: keyof Assumptions, value: unknown): number {
  const number = Number(value ?? ASSUMPTIONS[name]);
  if (!(number >= 0)) throw new Error(`--${name} is no number: ${String(value)}`);
  return number;
}

type Row = Readonly<Record<string, number | string>>;

function rowOf(tally: Tally): Row {
  const waits = waitsOf(tally.hours.flatMap(({ seconds }) => seconds));
  const few = fewest(tally);
  return {
    joined: tally.joined,
    'left %': percent(tally.left, tally.joined),
    'p50 s': waits.p50,
    'p90 s': waits.p90,
    'p99 s': waits.p99,
    'most s': waits.most,
    'same language %': percent(tally.sameLanguage, tally.pairs),
    'by chance %': Math.round(tally.sameLanguageByChance() * 1e3) / 10,
    'same region %': percent(tally.sameRegion, tally.pairs),
    overtaken: tally.overtaken,
    'for a rule': tally.overtakenForARule,
    'fewest speak': few.language,
    'their p50 s': few.p50,
    'their p99 s': few.p99,
    'their most s': few.most,
  };
}

/** The language of the fewest who were matched. */
function fewest({ byLanguage }: Tally) {
  const [first] = [...byLanguage].toSorted(([, one], [, other]) => one.length - other.length);
  const [language, seconds] = first ?? ['–', []];
  return { language, ...waitsOf(seconds) };
}

function printHours({ hours }: Tally, shards: number): void {
  console.log(`\n${shards} shards, by the hour of UTC, waits in seconds`);
  console.table(
    hours.map(({ joined, left, seconds }) => {
      const { p50, p90, p99, most } = waitsOf(seconds);
      return { joined, 'left %': percent(left, joined), p50, p90, p99, most };
    }),
  );
}

function percent(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((part / whole) * 1_000) / 10;
}
