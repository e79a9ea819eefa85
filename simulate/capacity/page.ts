import { ASSUMPTIONS, type Assumptions } from './assumptions.ts';
import { MEASURED } from './measured.ts';
import { type Capacity, capacityFor, type Part } from './model.ts';

export const SIZES = [10_000, 1_000_000, 100_000_000] as const;

const NAMES: Record<Part, string> = {
  process: 'one process',
  machine: 'one machine for everything',
  relay: 'one relay',
  lane: 'one matcher',
  writer: 'one writer',
  disk: 'one writer’s disks',
};

const ROWS: readonly (readonly [string, (capacity: Capacity) => string])[] = [
  ['connected', ({ connected }) => count(connected)],
  ['voice calls at once', ({ calls }) => count(calls)],
  ['joins a second', ({ joinsPerSecond }) => count(joinsPerSecond)],
  ['messages a second', ({ messagesPerSecond }) => count(messagesPerSecond)],
  ['relays send, Mbit/s', ({ relayMegabits }) => count(relayMegabits)],
  ['processors: app / database / relay', cores],
  ['memory for sockets, GB', ({ appGigabytes }) => count(appGigabytes)],
  ['messages kept, TB a copy', ({ databaseTerabytes }) => count(databaseTerabytes)],
  ['machines: app / database / relay', machinesOf],
  ['a month: machines', ({ dollars }) => `$${count(dollars.machines)}`],
  ['a month: traffic', ({ dollars }) => `$${count(dollars.traffic)}`],
  ['a month: disks', ({ dollars }) => `$${count(dollars.storage)}`],
  ['a month, for each 1,000 people', ({ dollars, people }) => `$${count((dollars.all / people) * 1_000)}`],
  ['how many times it takes', fullest],
];

/** In Markdown. */
function capacityTable(assumptions: Assumptions, sizes: readonly number[]): string {
  const capacities = sizes.map((people) => capacityFor(people, assumptions));
  return table(
    ['people of a day', ...sizes.map(count)],
    ROWS.map(([name, read]) => [name, ...capacities.map(read)]),
  );
}

function measuredTable(): string {
  return table(
    ['measured', '', 'by', 'at'],
    Object.entries(MEASURED).map(([name, { value, unit, command, commit }]) => [
      `\`${name}\``,
      `${value} ${unit}`,
      `\`${command}\``,
      commit,
    ]),
  );
}

export function assumptionsTable(assumptions: Assumptions): string {
  const names = Object.keys(ASSUMPTIONS) as (keyof Assumptions)[];
  return table(
    ['supposed', '', ''],
    names.map((name) => [`\`--${name}\``, `${assumptions[name]}`, ASSUMPTIONS[name].what]),
  );
}

/** What stands between the two marks of docs/scale.md. */
export function generated(assumptions: Assumptions, sizes: readonly number[]): string {
  return [capacityTable(assumptions, sizes), measuredTable(), assumptionsTable(assumptions)].join('\n\n');
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

function cores({ appCores, databaseCores, relayCores }: Capacity): string {
  return [appCores, databaseCores, relayCores].map(count).join(' / ');
}

function machinesOf({ machines: { app, database, relay } }: Capacity): string {
  return database === 0 ? `${app} for everything` : [app, database, relay].map(count).join(' / ');
}

function fullest({ fills }: Capacity): string {
  return fills.map(({ of, times }) => `${NAMES[of]} × ${count(times)}`).join(', ');
}

/** Two digits that count. */
function count(value: number): string {
  if (value >= 100) return Math.round(Number(value.toPrecision(2))).toLocaleString('en');
  return `${Number(value.toPrecision(2))}`;
}
