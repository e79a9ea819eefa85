import { Worker } from 'node:worker_threads';
import { DomainError } from '../platform/errors.ts';
import type { Clock } from '../platform/clock.ts';
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
  /** @throws DomainError 'unreadable-file', 'voice-too-long' or 'busy'. */
  remux(file: Buffer, owner: string): Promise<Voice>;
  stop: Stop;
}

const PROGRAM = new URL('./voice-thread.ts', import.meta.url);
const MEMORY = { maxOldGenerationSizeMb: 128 };
/** Two minutes of voice take a tenth of a second. */
const PATIENCE_MS = 5_000;

/** One thread, made when the first voice comes and made again after one that broke it. */
export function createVoices(clock: Pick<Clock, 'timer'>): Voices {
  const slots = createSlots({ running: 1, waiting: 32, waitingEach: 3 });
  let thread: Worker | undefined;

  function stop(): void {
    void thread?.terminate();
    thread = undefined;
  }

  async function ask(file: Buffer): Promise<RemuxedVoice> {
    const worker = (thread ??= startThread());
    const { promise, resolve } = Promise.withResolvers<RemuxedVoice>();
    const broken = (): void => {
      if (thread === worker) stop();
      resolve({ kind: 'unreadable' });
    };
    const cancel = clock.timer(PATIENCE_MS, broken);
    worker.once('message', resolve).once('error', broken).once('exit', broken);
    try {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
      worker.postMessage(file);
      return await promise;
    } finally {
      cancel();
      worker.off('message', resolve).off('error', broken).off('exit', broken);
    }
  }

  return {
    async remux(file, owner) {
      const kind = sniff(file);
      if (kind !== 'webm' && kind !== 'mp4') throw new DomainError('unreadable-file');
      const voice = await slots.run(owner, () => ask(file));
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
  // Nobody waits for it between two voices.
  thread.unref();
  // An error while nobody waits must not end the server.
  thread.on('error', () => {});
  return thread;
}
