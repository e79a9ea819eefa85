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

/** Why a recording stopped. */
export type RecordingEnd = 'asked' | 'two minutes' | 'call' | 'microphone';

/*
 *   off ── start ──► asking ── microphone ──► recording ── finish, 2 min, a call, taken ──► finishing ──► ready
 *    ▲                 │ refused                  │ send                                 │           │ send
 *    │                 │                          ├────────► finishing, on its way ──────┼───────────┤
 *    └─────────────────┴──────────────────────────┴── discard ───────────────────────────┴───────────┘
 *
 * Who leaves discards, too, but for what is on its way.
 */
export type Recording =
  | { at: 'off' }
  | { at: 'asking' }
  /** since: by the clock that nobody sets. levels: how loud it was until now, 0 to 1, one each 60 ms. */
  | { at: 'recording'; since: number; levels: readonly number[] }
  | { at: 'finishing'; levels: readonly number[]; next: 'ready' | 'sent' }
  | { at: 'ready'; voice: RecordedVoice; end: RecordingEnd };

/** A microphone that is open and recorded. */
export interface Capture {
  /** 0 to 1, now. */
  level: () => number;
  /** Resolved when the system mutes the microphone or takes it away, or the recording breaks off. What was recorded stays. */
  taken: Promise<void>;
  /** Ends it and answers what was recorded. */
  finish: () => Promise<Blob>;
  /** Ends it. */
  drop: () => void;
}

export interface RecorderPorts {
  open: () => Promise<Capture | MicrophoneProblem>;
  decode: (file: Blob) => Promise<{ samples: Float32Array; seconds: number }>;
  onProblem: (problem: RecordingProblem) => void;
  /** Nothing is heard while somebody records, nor what they have thrown away or sent. */
  hush: () => void;
  /** By a clock that nobody sets. */
  monotonic: () => number;
  after: (ms: number, run: () => void) => Stop;
  randomId: () => string;
  /** Of who has signed out meanwhile nothing is sent. */
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
  /** Whose answers still count. */
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

  /** What is ready, or what is being recorded as far as it is; null: nothing came of it. */
  async send(): Promise<RecordedVoice | null> {
    const state = this.#state;
    if (state.at === 'ready') this.#ports.hush();
    const voice = state.at === 'ready' ? state.voice : await this.#ended('sent');
    if (voice === null) return null;
    this.#set({ at: 'off' });
    return this.#ports.isSignedIn() ? voice : null;
  }

  /** Away with it. */
  discard = (): void => {
    const { at } = this.#state;
    if (at !== 'off') this.#ports.hush();
    this.#turn += 1;
    this.#stopTimer();
    this.#capture?.drop();
    this.#capture = null;
    if (at !== 'off') this.#set({ at: 'off' });
  };

  /** Nobody can see or end it here any more. */
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

  /** Null: it was thrown away meanwhile, or broke off. */
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
