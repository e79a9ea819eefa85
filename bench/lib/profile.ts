import { WebSocket } from 'ws';
import { freePort } from '../../apps/server/src/testing/free-port.ts';

/**
 * What the main thread of a Node process does in some windows of time, and what it allocates there, by function; by V8's
 * own sampling. Bytes do not depend on what else the machine does.
 */
export interface Profiler {
  /** With what the process must be started. */
  settings: Readonly<Record<string, string>>;
  /** Once it runs. */
  begin(): Promise<void>;
  /** Once it resolves, and until what it answers is called, what happens counts. */
  count(): Promise<() => Promise<void>>;
  /** Ends it. `each`: how many times the measured thing happened in all windows. */
  report(each: number, unit: string): Promise<void>;
}

interface CallFrame {
  functionName: string;
  url: string;
  lineNumber: number;
}
interface Node {
  id: number;
  callFrame: CallFrame;
}
interface Profile {
  nodes: Node[];
  samples: number[];
  timeDeltas: number[];
  /** µs of the clock that process.hrtime reads. */
  startTime: number;
}
interface Allocating {
  callFrame: CallFrame;
  selfSize: number;
  children: Allocating[];
}
/** Microseconds, or bytes, by function. */
type Shares = Map<string, number>;

const SAMPLE_EVERY_MICROS = 200;
const ALLOCATIONS = {
  samplingInterval: 65_536,
  includeObjectsCollectedByMajorGC: true,
  includeObjectsCollectedByMinorGC: true,
};
const MOST_ROWS = 40;
const MOST_LETTERS = 100;
const IDLE = '(idle)';

export async function createProfiler(): Promise<Profiler> {
  const port = await freePort();
  const windows: { from: number; to: number }[] = [];
  const allocated: Shares = new Map();
  let inspector: Inspector | undefined;

  function connected(): Inspector {
    if (!inspector) throw new Error('a profile that was not begun');
    return inspector;
  }

  return {
    settings: { NODE_OPTIONS: `--inspect=127.0.0.1:${port}` },
    async begin() {
      inspector = await connect(port);
      await inspector.ask('Profiler.enable');
      await inspector.ask('Profiler.setSamplingInterval', { interval: SAMPLE_EVERY_MICROS });
      await inspector.ask('Profiler.start');
    },
    async count() {
      const { ask } = connected();
      await ask('HeapProfiler.startSampling', ALLOCATIONS);
      const from = micros();
      return async () => {
        windows.push({ from, to: micros() });
        const { profile } = (await ask('HeapProfiler.stopSampling')) as { profile: { head: Allocating } };
        addAllocations(allocated, profile.head);
      };
    },
    async report(each, unit) {
      const { profile } = (await connected().ask('Profiler.stop')) as { profile: Profile };
      connected().close();
      const spent = timesOf(profile, windows);
      const idle = spent.get(IDLE) ?? 0;
      spent.delete(IDLE);
      const busy = sumOf(spent) / each;
      console.log(`main thread: ${busy.toFixed(1)} µs a ${unit} busy, ${(idle / each).toFixed(1)} idle`);
      print(spent, each, 2);
      console.log(`allocated: ${(sumOf(allocated) / each).toFixed(0)} bytes a ${unit}`);
      print(allocated, each, 0);
    },
  };
}

interface Inspector {
  ask(method: string, params?: object): Promise<unknown>;
  close(): void;
}

async function connect(port: number): Promise<Inspector> {
  const targets = await fetch(`http://127.0.0.1:${port}/json`);
  const [{ webSocketDebuggerUrl }] = (await targets.json()) as [{ webSocketDebuggerUrl: string }];
  const socket = new WebSocket(webSocketDebuggerUrl, { maxPayload: 2 ** 30 });
  const asked = new Map<number, (result: unknown) => void>();
  socket.on('message', (data) => {
    const { id, result } = JSON.parse(String(data)) as { id: number; result: unknown };
    asked.get(id)?.(result);
  });
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  socket.on('open', resolve).on('error', reject);
  await promise;
  let last = 0;
  return {
    ask(method, params = {}) {
      const { promise: answer, resolve: settle } = Promise.withResolvers<unknown>();
      asked.set(++last, settle);
      socket.send(JSON.stringify({ id: last, method, params }));
      return answer;
    },
    close: () => socket.terminate(),
  };
}

function timesOf(
  { nodes, samples, timeDeltas, startTime }: Profile,
  windows: readonly { from: number; to: number }[],
): Shares {
  const names = new Map(nodes.map(({ id, callFrame }) => [id, nameOf(callFrame)]));
  const spent: Shares = new Map();
  let at = startTime;
  samples.forEach((id, i) => {
    at += timeDeltas[i]!;
    if (windows.some(({ from, to }) => at >= from && at <= to)) addShare(spent, names.get(id)!, timeDeltas[i]!);
  });
  return spent;
}

function addAllocations(allocated: Shares, { callFrame, selfSize, children }: Allocating): void {
  addShare(allocated, nameOf(callFrame), selfSize);
  for (const child of children) addAllocations(allocated, child);
}

function addShare(shares: Shares, name: string, share: number): void {
  shares.set(name, (shares.get(name) ?? 0) + share);
}

function sumOf(shares: Shares): number {
  return [...shares.values()].reduce((sum, share) => sum + share, 0);
}

function print(shares: Shares, each: number, digits: number): void {
  const rows = [...shares].toSorted(([, one], [, other]) => other - one).slice(0, MOST_ROWS);
  for (const [name, share] of rows) console.log(`${(share / each).toFixed(digits).padStart(8)}  ${name}`);
}

function nameOf({ functionName, url, lineNumber }: CallFrame): string {
  const file = url.replace(/^.*\/(?=(apps|packages)\/|node_modules\/)/, '').replace(/^node_modules\//, '');
  const name = (functionName || '(anonymous)').slice(0, MOST_LETTERS);
  return `${name}${file === '' ? '' : ` ${file}:${lineNumber + 1}`}`;
}

function micros(): number {
  return Number(process.hrtime.bigint() / 1_000n);
}
