import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type Assumptions, ASSUMPTIONS, defaults } from './capacity/assumptions.ts';
import { capacityFor } from './capacity/model.ts';
import { assumptionsTable, generated, SIZES } from './capacity/page.ts';
import { PAGE, withTables } from './capacity/scale-page.ts';

/**
 * From what one of each costs, as measured, and from how people behave, as supposed: people connected, joins, messages and
 * voices of the busiest minute, the machines for them, the money of a month, and what breaks first. In Markdown.
 */
const names = Object.keys(ASSUMPTIONS) as (keyof Assumptions)[];
const { values } = parseArgs({
  options: {
    people: { type: 'string', default: SIZES.join(',') },
    json: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
    ...Object.fromEntries(names.map((name) => [name, { type: 'string' }] as const)),
  },
});

if (values.help) {
  console.log('npm run simulate capacity -- [--people 10000,1000000] [--json] [--write] [--assumption value]');
  console.log(`--write: into docs/scale.md, with nothing changed.\n\n${assumptionsTable(defaults())}`);
} else if (values.write) {
  writeFileSync(PAGE, withTables(readFileSync(PAGE, 'utf8'), generated(defaults(), SIZES)));
} else {
  print();
}

function print(): void {
  const given: Readonly<Record<string, unknown>> = values;
  const changed = names.flatMap((name) => (given[name] === undefined ? [] : [[name, numberOf(name, given[name])]]));
  const assumptions: Assumptions = { ...defaults(), ...Object.fromEntries(changed) };
  const sizes = values.people.split(',').map(Number);
  if (values.json) console.log(JSON.stringify(sizes.map((people) => capacityFor(people, assumptions))));
  else console.log(generated(assumptions, sizes));
}

function numberOf(name: string, value: unknown): number {
  const number = Number(value);
  if (!(number > 0)) throw new Error(`--${name} is no number above 0: ${String(value)}`);
  return number;
}
