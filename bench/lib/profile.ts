import { WebSocket } from 'ws';
import { freePort } from '../../e2e/support/ports.ts';

/** What the main thread of a Node process does in some windows of time, by function; by V8's own sampling. */
export interface Profiler {
  /** With what the process must be started. */
  settings: Readonly<Record<string, string>>;
  /** Once it runs. */
  begin(): Promise<void>;
  /** From now on until what it answers is called, what happens counts. */
  count(): () => void;
  /** Ends it. `each`: how many times the measured thing happened in all windows. */
  report(each: number, unit: string): Promise<void>;
}

interface Node {
  id: number;
  callFrame: { functionName: string; url: string; lineNumber: number };
}
interface Profile {
  nodes: Node[];
  samples: number[];
  timeDeltas: number[];
  /** µs of the clock that process.hrtime reads. */
  startTime: number;
}

const SAMPLE_EVERY_MICROS = 200;
const MOST_ROWS = 40;
const MOST_LETTERS = 100;
const IDLE = '(idle)';

export async function createProfiler(): Promise<Profiler> {
  const port = await freePort();
  const windows: { from: number; to: number }[] = [];
  let inspector: Inspector | undefined;
  return {
    settings: { NODE_OPTIONS: `--inspect=127.0.0.1:${port}` },
    async begin() {
      inspector = await connect(port);
      await inspector.ask('Profiler.enable');
      await inspector.ask('Profiler.setSamplingInterval', { interval: SAMPLE_EVERY_MICROS });
      await inspector.ask('Profiler.start');
    },
    count() {
      const from = micros();
      return () => void windows.push({ from, to: micros() });
    },
    async report(each, unit) {
      if (!inspector) throw new Error('a profile that was not begun');
      const { profile } = (await inspector.ask('Profiler.stop')) as { profile: Profile };
      inspector.close();
      print(profile, { windows, each, unit });
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

function print(
  { nodes, samples, timeDeltas, startTime }: Profile,
  { windows, each, unit }: { windows: readonly { from: number; to: number }[]; each: number; unit: string },
): void {
  const names = new Map(nodes.map(({ id, callFrame }) => [id, nameOf(callFrame)]));
  const spent = new Map<string, number>();
  let at = startTime;
  samples.forEach((id, i) => {
    at += timeDeltas[i]!;
    if (!windows.some(({ from, to }) => at >= from && at <= to)) return;
    const name = names.get(id)!;
    spent.set(name, (spent.get(name) ?? 0) + timeDeltas[i]!);
  });
  const rows = [...spent].toSorted(([, one], [, other]) => other - one);
  const busy = rows.reduce((sum, [name, time]) => (name === IDLE ? sum : sum + time), 0);
  console.log(
    `main thread: ${(busy / each).toFixed(1)} µs a ${unit} busy, ${((spent.get(IDLE) ?? 0) / each).toFixed(1)} idle`,
  );
  const shown = rows.filter(([name]) => name !== IDLE).slice(0, MOST_ROWS);
  for (const [name, time] of shown) console.log(`${(time / each).toFixed(2).padStart(8)}  ${name}`);
}

function nameOf({ functionName, url, lineNumber }: Node['callFrame']): string {
  const file = url.replace(/^.*\/(?=(apps|packages)\/|node_modules\/)/, '').replace(/^node_modules\//, '');
  const name = (functionName || '(anonymous)').slice(0, MOST_LETTERS);
  return `${name}${file === '' ? '' : ` ${file}:${lineNumber + 1}`}`;
}

function micros(): number {
  return Number(process.hrtime.bigint() / 1_000n);
}
