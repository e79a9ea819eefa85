import { type ChildProcess, spawn } from 'node:child_process';

const START_MS = 60_000;
const STOP_MS = 10_000;

interface Program {
  command: string;
  args: readonly string[];
  env: Record<string, string | undefined>;
  /** What it writes once it can be used. */
  ready: RegExp;
}

export interface Running {
  readonly pid: number;
  /** Everything it has written so far. */
  output(): string;
  stop(): Promise<void>;
  /** kill -9. */
  kill(): Promise<void>;
}

const running = new Set<ChildProcess>();
// Also after an error that nobody caught, as in a socket's handler: nothing that was started stays behind.
process.once('exit', () => {
  for (const child of running) child.kill();
});

/** Starts a program and waits for its word that it is ready; with all it wrote in the error when the word never comes. */
export async function start({ command, args, env, ready }: Program): Promise<Running> {
  const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const exited = exitOf(child);
  let output = '';
  const spoken = Promise.withResolvers<void>();
  const hear = (chunk: Buffer): void => {
    output += chunk.toString();
    if (ready.test(output)) spoken.resolve();
  };
  child.stdout.on('data', hear);
  child.stderr.on('data', hear);
  const late = setTimeout(() => spoken.reject(new Error(`not ready after ${START_MS} ms`)), START_MS);
  void exited.then((code) => spoken.reject(new Error(`ended with code ${code}`)));
  try {
    await spoken.promise;
  } catch (cause) {
    child.kill('SIGKILL');
    throw new Error(`${command} ${args.join(' ')} did not start:\n${output}`, { cause });
  } finally {
    clearTimeout(late);
  }
  return {
    pid: child.pid ?? 0,
    output: () => output,
    stop: () => stop(child, exited),
    async kill() {
      child.kill('SIGKILL');
      await exited;
    },
  };
}

async function stop(child: ChildProcess, exited: Promise<number | null>): Promise<void> {
  const patience = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
  child.kill('SIGTERM');
  await exited;
  clearTimeout(patience);
}

function exitOf(child: ChildProcess): Promise<number | null> {
  const { promise, resolve } = Promise.withResolvers<number | null>();
  running.add(child);
  const gone = (code: number | null): void => {
    running.delete(child);
    resolve(code);
  };
  child.once('exit', gone);
  child.once('error', () => gone(null));
  return promise;
}
