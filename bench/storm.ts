import { parseArgs } from 'node:util';
import { percentile } from './call-setup/figures.ts';
import { Connections } from './lib/connections.ts';
import { type Host, withFloor, withProduct } from './lib/hosts.ts';
import { processorTimeOf } from './relay/processor-time.ts';

/**
 * Everybody is cut off at once and comes back at once: until the last one is in again, and the processor time of it, in
 * the product and in a bare socket server, in turn. ratio = our time / the floor's.
 */
const { values } = parseArgs({
  options: { people: { type: 'string', default: '2000' }, rounds: { type: 'string', default: '5' } },
});
const PEOPLE = Number(values.people);
const ROUNDS = Number(values.rounds);
const AT_ONCE = 50;

interface Back {
  ms: number;
  micros: number;
}

await withFloor((floor) =>
  withProduct(PEOPLE, async (product) => {
    const [bare, ours] = [new Connections(floor), new Connections(product)];
    for (const connections of [bare, ours]) await connections.open(PEOPLE, { atOnce: AT_ONCE });
    const rounds: [Back[], Back[]] = [[], []];
    for (let round = 0; round < ROUNDS; round++) {
      rounds[0].push(await dropAndReturn(ours, product));
      rounds[1].push(await dropAndReturn(bare, floor));
    }
    for (const connections of [bare, ours]) await connections.drop();
    report(median(rounds[0]), median(rounds[1]));
  }),
);

async function dropAndReturn(connections: Connections, { pid }: Host): Promise<Back> {
  const program = { pid, threads: 'all' } as const;
  const before = processorTimeOf(program);
  await connections.drop();
  const ms = await connections.open(PEOPLE, { atOnce: PEOPLE });
  return { ms, micros: ((processorTimeOf(program) - before) * 1_000_000) / PEOPLE };
}

function median(rounds: readonly Back[]): Back {
  const of = (read: (round: Back) => number): number => Math.round(percentile(rounds.map(read), 0.5));
  return { ms: of(({ ms }) => ms), micros: of(({ micros }) => micros) };
}

function report(mine: Back, floor: Back): void {
  console.table({ ours: mine, 'floor-idle': floor });
  const ratio = Math.round((mine.ms / floor.ms) * 1_000) / 1_000;
  console.log(
    JSON.stringify({
      bench: 'storm',
      unit: 'ms until all are back',
      people: PEOPLE,
      rounds: ROUNDS,
      ours: mine,
      floor,
      ratio,
    }),
  );
}
