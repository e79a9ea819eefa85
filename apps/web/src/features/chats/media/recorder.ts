import { FIXED } from '@yonder/contract';
import type { Stop } from '../../../lib/clock.ts';
import { type MicrophoneProblem, microphoneProblem } from '../../../lib/microphone-problem.ts';
import { waveformOf, waveformOfLevels } from './waveform.ts';

export interface RecordedVoice {
  id: string;
  file: Blob;
  seconds: number;
  waveform: number[];
}

/** Why a recording stopped. */
export type RecordingEnd = 'asked' | 'two minutes' | 'call';

/*
 *   off ── start ──► asking ── microphone ──► recording ── finish, 2 min, a call ──► finishing ──► ready
 *    ▲                 │ refused                  │                                      │           │
 *    └─────────────────┴──────────────────────────┴── discard ───────────────────────────┴───────────┘
 */
export type Recording =
  | { at: 'off' }
  | { at: 'asking' }
  /** levels: how loud it was until now, 0 to 1, one each 60 ms. */
  | { at: 'recording'; since: number; levels: readonly number[] }
  | { at: 'finishing'; levels: readonly number[] }
  | { at: 'ready'; voice: RecordedVoice; end: RecordingEnd };

/** A microphone that is open and recorded. */
export interface Capture {
  /** 0 to 1, now. */
  level: () => number;
  /** Ends it and answers what was recorded. */
  finish: () => Promise<Blob>;
  /** Ends it. */
  drop: () => void;
}

export interface RecorderPorts {
  open: () => Promise<Capture>;
  decode: (file: Blob) => Promise<{ samples: Float32Array; seconds: number }>;
  onProblem: (problem: MicrophoneProblem) => void;
  /** Nothing is heard while somebody records, nor what they have thrown away or sent. */
  hush: () => void;
  now: () => number;
  after: (ms: number, run: () => void) => Stop;
  randomId: () => string;
}

export interface Recorder {
  get: () => Recording;
  subscribe: (listener: () => void) => Stop;
  start: () => Promise<void>;
  finish: (end: RecordingEnd) => Promise<void>;
  /** Away with it, or it was sent. */
  discard: () => void;
}

export const LEVEL_MS = 60;
const LONGEST_MS = FIXED.voiceMessageSeconds * 1_000;

export function createRecorder(ports: RecorderPorts): Recorder {
  const listeners = new Set<() => void>();
  let state: Recording = { at: 'off' };
  let capture: Capture | null = null;
  let stopTimer: Stop = () => {};
  /** Whose answers still count. */
  let turn = 0;

  function set(next: Recording): void {
    state = next;
    for (const listener of listeners) listener();
  }
  function listen(): void {
    stopTimer = ports.after(LEVEL_MS, () => {
      if (state.at !== 'recording' || capture === null) return;
      if (ports.now() - state.since >= LONGEST_MS) return void finish('two minutes');
      set({ ...state, levels: [...state.levels, capture.level()] });
      listen();
    });
  }
  async function start(): Promise<void> {
    if (state.at !== 'off') return;
    ports.hush();
    const mine = ++turn;
    set({ at: 'asking' });
    try {
      const opened = await ports.open();
      if (mine !== turn) return opened.drop();
      capture = opened;
      set({ at: 'recording', since: ports.now(), levels: [] });
      listen();
    } catch (error) {
      if (mine !== turn) return;
      set({ at: 'off' });
      ports.onProblem(microphoneProblem(error));
    }
  }
  async function finish(end: RecordingEnd): Promise<void> {
    if (state.at !== 'recording' || capture === null) return;
    const mine = turn;
    const { since, levels } = state;
    const spent = (ports.now() - since) / 1_000;
    const ending = capture.finish();
    capture = null;
    stopTimer();
    set({ at: 'finishing', levels });
    try {
      const file = await ending;
      const heard = await ports.decode(file).then(
        ({ samples, seconds }) => ({ waveform: waveformOf(samples), seconds }),
        // Not every browser can decode what it records.
        () => ({ waveform: waveformOfLevels(levels), seconds: spent }),
      );
      if (mine !== turn) return;
      const seconds = Math.min(Math.max(1, Math.round(heard.seconds)), FIXED.voiceMessageSeconds);
      set({ at: 'ready', voice: { id: ports.randomId(), file, waveform: heard.waveform, seconds }, end });
    } catch {
      if (mine !== turn) return;
      set({ at: 'off' });
      ports.onProblem('failed');
    }
  }

  return {
    get: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    start,
    finish,
    discard() {
      if (state.at !== 'off') ports.hush();
      turn += 1;
      stopTimer();
      capture?.drop();
      capture = null;
      if (state.at !== 'off') set({ at: 'off' });
    },
  };
}
