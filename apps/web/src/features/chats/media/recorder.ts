import { FIXED } from '@yonder/contract';
import type { Stop } from '../../../lib/clock.ts';
import type { MicrophoneProblem } from '../../../lib/microphone-problem.ts';
import { waveformOf, waveformOfLevels } from './waveform.ts';

export interface RecordedVoice {
  id: string;
  file: Blob;
  seconds: number;
  waveform: number[];
}

/** no-recorder: the browser has none, or no encoder. */
export type RecordingProblem = MicrophoneProblem | 'no-recorder';

export type RecordingEnd = 'asked' | 'two minutes' | 'call' | 'microphone';

/*
 *   off ── start ──► asking ── microphone ──► recording ── finish, 2 min, a call, taken ──► finishing ──► ready
 *    ▲                 │ refused                  │ send                                 │           │ send
 *    │                 │                          ├────────► finishing, on its way ──────┼───────────┤
 *    └─────────────────┴──────────────────────────┴── discard ───────────────────────────┴───────────┘
 *
 * Leaving the room discards, too, except for what is on its way.
 */
export type Recording =
  | { at: 'off' }
  | { at: 'asking' }
  /** since: monotonic ms. levels: loudness so far, 0 to 1, one per 60 ms. */
  | { at: 'recording'; since: number; levels: readonly number[] }
  | { at: 'finishing'; levels: readonly number[]; next: 'ready' | 'sent' }
  | { at: 'ready'; voice: RecordedVoice; end: RecordingEnd };

/** An open microphone and its recording. */
export interface Capture {
  /** The current loudness, 0 to 1. */
  level: () => number;
  /** Resolves when the system mutes or removes the microphone, or the recording breaks off. What was recorded stays. */
  taken: Promise<void>;
  /** Ends the recording and returns it. */
  finish: () => Promise<Blob>;
  /** Ends the recording. */
  drop: () => void;
}

export interface RecorderPorts {
  open: () => Promise<Capture | MicrophoneProblem>;
  decode: (file: Blob) => Promise<{ samples: Float32Array; seconds: number }>;
  onProblem: (problem: RecordingProblem) => void;
  /** Silences playback: while recording, and of what was discarded or sent. */
  hush: () => void;
  monotonic: () => number;
  after: (ms: number, run: () => void) => Stop;
  randomId: () => string;
  /** Nothing is sent once the user has signed out. */
  isSignedIn: () => boolean;
}

export const LEVEL_MS = 60;
const LONGEST_MS = FIXED.voiceMessageSeconds * 1_000;

export class Recorder {
  readonly #ports: RecorderPorts;
  readonly #listeners = new Set<() => void>();
  #state: Recording = { at: 'off' };
  #capture: Capture | null = null;
  #stopTimer: Stop = () => {};
  /** Number of the current action; results of earlier ones are dropped. */
  #turn = 0;

  constructor(ports: RecorderPorts) {
    this.#ports = ports;
  }

  get = (): Recording => this.#state;

  subscribe = (listener: () => void): Stop => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  async start(): Promise<void> {
    if (this.#state.at !== 'off') return;
    this.#ports.hush();
    const mine = ++this.#turn;
    this.#set({ at: 'asking' });
    try {
      const opened = await this.#ports.open();
      if (typeof opened === 'string') return void (mine === this.#turn && this.#fail(opened));
      if (mine !== this.#turn) return opened.drop();
      this.#capture = opened;
      this.#set({ at: 'recording', since: this.#ports.monotonic(), levels: [] });
      void opened.taken.then(() => (this.#capture === opened ? this.finish('microphone') : undefined));
      this.#listen();
    } catch {
      if (mine === this.#turn) this.#fail('no-recorder');
    }
  }

  async finish(end: RecordingEnd): Promise<void> {
    const voice = await this.#ended('ready');
    if (voice !== null) this.#set({ at: 'ready', voice, end });
  }

  /** Returns what is ready, or recorded so far; null when nothing came of it. */
  async send(): Promise<RecordedVoice | null> {
    const state = this.#state;
    if (state.at === 'ready') this.#ports.hush();
    const voice = state.at === 'ready' ? state.voice : await this.#ended('sent');
    if (voice === null) return null;
    this.#set({ at: 'off' });
    return this.#ports.isSignedIn() ? voice : null;
  }

  discard = (): void => {
    const { at } = this.#state;
    if (at !== 'off') this.#ports.hush();
    this.#turn += 1;
    this.#stopTimer();
    this.#capture?.drop();
    this.#capture = null;
    if (at !== 'off') this.#set({ at: 'off' });
  };

  /** Discards the recording, unless it is being sent: its controls are gone. */
  leave = (): void => {
    const state = this.#state;
    if (state.at !== 'finishing' || state.next === 'ready') this.discard();
  };

  #set(next: Recording): void {
    this.#state = next;
    for (const listener of this.#listeners) listener();
  }

  #fail(problem: RecordingProblem): void {
    this.#set({ at: 'off' });
    this.#ports.onProblem(problem);
  }

  #listen(): void {
    this.#stopTimer = this.#ports.after(LEVEL_MS, () => {
      const state = this.#state;
      if (state.at !== 'recording' || this.#capture === null) return;
      if (this.#ports.monotonic() - state.since >= LONGEST_MS) return void this.finish('two minutes');
      this.#set({ ...state, levels: [...state.levels, this.#capture.level()] });
      this.#listen();
    });
  }

  /** Null when it was discarded meanwhile, or broke off. */
  async #ended(next: 'ready' | 'sent'): Promise<RecordedVoice | null> {
    const state = this.#state;
    if (state.at !== 'recording' || this.#capture === null) return null;
    const mine = this.#turn;
    const { since, levels } = state;
    const spent = (this.#ports.monotonic() - since) / 1_000;
    const ending = this.#capture.finish();
    this.#capture = null;
    this.#stopTimer();
    this.#set({ at: 'finishing', levels, next });
    try {
      const voice = await voiceOf(this.#ports, { file: await ending, levels, spent });
      return mine === this.#turn ? voice : null;
    } catch {
      if (mine === this.#turn) this.#fail('failed');
      return null;
    }
  }
}

interface Recorded {
  file: Blob;
  levels: readonly number[];
  /** In seconds. */
  spent: number;
}

async function voiceOf({ decode, randomId }: RecorderPorts, { file, levels, spent }: Recorded): Promise<RecordedVoice> {
  const { waveform, seconds } = await decode(file).then(
    (decoded) => ({ waveform: waveformOf(decoded.samples), seconds: decoded.seconds }),
    // Not every browser can decode what it records.
    () => ({ waveform: waveformOfLevels(levels), seconds: spent }),
  );
  const whole = Math.min(Math.max(1, Math.round(seconds)), FIXED.voiceMessageSeconds);
  return { id: randomId(), file, waveform, seconds: whole };
}
