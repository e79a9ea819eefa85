import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { percentile } from './call-setup/figures.ts';
import { Connections } from './lib/connections.ts';
import { type Host, withFloor, withProduct } from './lib/hosts.ts';
import { memoryOf } from './lib/processes.ts';
import { createProfiler, type Profiler } from './lib/profile.ts';
import { processorTimeOf } from './relay/processor-time.ts';

/**
 * People who are signed in and do nothing: the memory the server's process has taken for each of them, and the processor
 * time of letting each of them in: by a server that has just started (cold), and when all have gone and come again.
 * Beside it a bare socket server that checks a signature. Each round starts both anew.
 * ratio = ours / the floor's, of memory and of time. --profile prints instead what our main thread does and allocates
 * while all come again.
 */
const { values } = parseArgs({
  options: {
    people: { type: 'string', default: '2000' },
    rounds: { type: 'string', default: '3' },
    profile: { type: 'boolean', default: false },
  },
});
const PEOPLE = Number(values.people);
const ROUNDS = Number(values.rounds);
/** They come and go first: what starting up takes is not spent on people. */
const WARM_UP = 200;
const AT_ONCE = 50;
/** What those before have left is collected, and what is written about who came is written. */
const SETTLING_MS = 2_000;

interface Idle {
  kilobytes: number;
  micros: number;
  coldMicros: number;
}

if (values.profile) await profile();
else await compare();

async function compare(): Promise<void> {
  const ours: Idle[] = [];
  const bare: Idle[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    bare.push(await withFloor((host) => measure(host)));
    ours.push(await withProduct(PEOPLE, (host) => measure(host)));
  }
  report(median(ours), median(bare));
}

async function profile(): Promise<void> {
  const profiler = await createProfiler();
  await withProduct(PEOPLE, (host) => measure(host, profiler), profiler.settings);
}

async function measure(host: Host, profiler?: Profiler): Promise<Idle> {
  const connections = new Connections(host);
  await connections.open(Math.min(WARM_UP, PEOPLE), { atOnce: AT_ONCE });
  await connections.drop();
  await pause(SETTLING_MS);
  const before = memoryOf(host.pid);
  const coldMicros = await letIn(connections, host);
  await pause(SETTLING_MS);
  const kilobytes = (memoryOf(host.pid) - before) / PEOPLE;
  await connections.drop();
  await pause(SETTLING_MS);
  await profiler?.begin();
  const end = await profiler?.count();
  const micros = await letIn(connections, host);
  await end?.();
  await profiler?.report(PEOPLE, 'connect');
  await connections.drop();
  return { kilobytes, micros, coldMicros };
}

/** Microseconds of processor time a person. */
async function letIn(connections: Connections, { pid }: Host): Promise<number> {
  const program = { pid, threads: 'all' } as const;
  const before = processorTimeOf(program);
  await connections.open(PEOPLE, { atOnce: AT_ONCE });
  return ((processorTimeOf(program) - before) * 1_000_000) / PEOPLE;
}

function median(rounds: readonly Idle[]): Idle {
  const of = (read: (round: Idle) => number): number => Math.round(percentile(rounds.map(read), 0.5) * 10) / 10;
  return {
    kilobytes: of(({ kilobytes }) => kilobytes),
    micros: of(({ micros }) => micros),
    coldMicros: of(({ coldMicros }) => coldMicros),
  };
}

function report(mine: Idle, floor: Idle): void {
  console.table({ ours: mine, 'floor-idle': floor });
  const ratioOf = (one: number, other: number): number => Math.round((one / other) * 1_000) / 1_000;
  const ratio = { memory: ratioOf(mine.kilobytes, floor.kilobytes), time: ratioOf(mine.micros, floor.micros) };
  console.log(
    JSON.stringify({
      bench: 'idle',
      unit: 'KB and µs a person',
      people: PEOPLE,
      rounds: ROUNDS,
      ours: mine,
      floor,
      ratio,
    }),
  );
}
