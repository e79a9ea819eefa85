import { Worker } from 'node:worker_threads';
import { DomainError } from '../platform/errors.ts';
import type { Clock } from '../platform/clock.ts';
import { createRecent } from '../platform/recent.ts';
import type { Stop } from '../platform/stop.ts';
import { createSlots } from './slots.ts';
import { sniff } from './sniff.ts';
import type { RemuxedVoice } from './voice-remux.ts';

export interface Voice {
  extension: 'webm' | 'm4a';
  bytes: Buffer;
  /** Measured. */
  seconds: number;
}

export interface Voices {
  /**
   * @throws DomainError 'unreadable-file', 'voice-too-long', 'busy' or, after the owner's file broke the thread,
   * 'too-many-requests'.
   */
  remux(file: Buffer, owner: string): Promise<Voice>;
  stop: Stop;
}

const PROGRAM = new URL('./voice-thread.ts', import.meta.url);
const MEMORY = { maxOldGenerationSizeMb: 128 };
/** Two minutes of voice take a tenth of a second. */
const PATIENCE_MS = 5_000;
/** How long an owner waits after a file broke the thread: all other voices waited for it. */
const REST_MS = 600_000;
const RESTING_AT_MOST = 10_000;
/** How long a start may take: a busy machine needs seconds. */
const START_MS = 30_000;

/** One thread, started with the first voice and again after it breaks. */
export function createVoices(clock: Pick<Clock, 'now' | 'timer'>): Voices {
  const slots = createSlots({ running: 1, waiting: 32, waitingEach: 3 });
  const resting = createRecent<{ until: number }>(RESTING_AT_MOST);
  let thread: Worker | undefined;

  function stop(): void {
    void thread?.terminate();
    thread = undefined;
  }

  /** Undefined: it broke, or took longer. */
  async function hear<Message>(worker: Worker, ms: number): Promise<Message | undefined> {
    const { promise, resolve } = Promise.withResolvers<Message | undefined>();
    const broken = (): void => {
      if (thread === worker) stop();
      resolve(undefined);
    };
    const cancel = clock.timer(ms, broken);
    worker.once('message', resolve).once('error', broken).once('exit', broken);
    try {
      return await promise;
    } finally {
      cancel();
      worker.off('message', resolve).off('error', broken).off('exit', broken);
    }
  }

  /** A thread that has not begun proves nothing about the file: throw 'busy' instead of rejecting it. */
  async function begin(): Promise<Worker> {
    const worker = (thread = startThread());
    if ((await hear<'ready'>(worker, START_MS)) === undefined) throw new DomainError('busy');
    return worker;
  }

  function expectRested(owner: string): void {
    const waitMs = (resting.get(owner, 'voice')?.until ?? 0) - clock.now();
    if (waitMs > 0) throw new DomainError('too-many-requests', { retryAfter: Math.ceil(waitMs / 1_000) });
  }

  async function ask(file: Buffer, owner: string): Promise<RemuxedVoice> {
    expectRested(owner);
    const worker = thread ?? (await begin());
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    worker.postMessage(file);
    const voice = await hear<RemuxedVoice>(worker, PATIENCE_MS);
    if (voice) return voice;
    resting.put(owner, 'voice', { until: clock.now() + REST_MS });
    return { kind: 'unreadable' };
  }

  return {
    async remux(file, owner) {
      const kind = sniff(file);
      if (kind !== 'webm' && kind !== 'mp4') throw new DomainError('unreadable-file');
      const voice = await slots.run(owner, () => ask(file, owner));
      if (voice.kind === 'unreadable') throw new DomainError('unreadable-file');
      if (voice.kind === 'too-long') throw new DomainError('voice-too-long');
      const { extension, seconds, bytes } = voice;
      return { extension, seconds, bytes: Buffer.from(bytes) };
    },
    stop,
  };
}

function startThread(): Worker {
  const thread = new Worker(PROGRAM, { name: 'voices', resourceLimits: MEMORY });
  // It must not keep the process alive between two voices.
  thread.unref();
  // An error between two voices must not end the server.
  thread.on('error', () => {});
  return thread;
}
