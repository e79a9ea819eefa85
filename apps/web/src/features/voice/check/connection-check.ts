/*
 * Whether this device can be heard through the relay: a loop of one's own, about a second.
 *
 *   unknown ──run──► running ──► passed
 *      ▲                │  └───► failed (no-webrtc, relay-unreachable)
 *      └── stopped, or  ┘
 *          the server did not answer
 */
import type { InputDraft } from '@yonder/contract';
import type { Stop } from '../../../lib/clock.ts';
import type { MicrophoneState } from '../media/microphone.ts';
import type { Wire } from '../wire.ts';
import type { Loop, Sides } from './loop.ts';

export type ConnectionProblem = 'no-webrtc' | 'relay-unreachable';

export type CheckState =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'running' }
  | { readonly kind: 'passed' }
  | { readonly kind: 'failed'; readonly problem: ConnectionProblem };

interface ConnectionCheckOptions {
  wire: Pick<Wire, 'call'>;
  /** Null: this browser has no RTCPeerConnection. */
  openLoop: ((sides: Sides) => Loop) | null;
  microphone: () => MicrophoneState;
}

const UNKNOWN: CheckState = { kind: 'unknown' };

export class ConnectionCheck {
  readonly #options: ConnectionCheckOptions;
  readonly #listeners = new Set<() => void>();
  #state: CheckState = UNKNOWN;
  #loop: Loop | null = null;
  /** Rises with each run and stop: what comes of an older run is dropped. */
  #run = 0;

  constructor(options: ConnectionCheckOptions) {
    this.#options = options;
    if (options.openLoop === null) this.#state = { kind: 'failed', problem: 'no-webrtc' };
  }

  getSnapshot = (): CheckState => this.#state;

  subscribe = (listener: () => void): Stop => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Runs one check at a time; a second call joins the one that runs. */
  async run(): Promise<void> {
    const { openLoop } = this.#options;
    if (openLoop === null || this.#state.kind === 'running') return;
    const run = ++this.#run;
    this.#enter({ kind: 'running' });
    const state = await this.#check(openLoop, run).catch(() => UNKNOWN);
    if (run === this.#run) this.#enter(state);
  }

  /** Ends a check that runs, without a verdict: a call needs the relay now. */
  stop(): void {
    if (this.#state.kind !== 'running') return;
    this.#run += 1;
    this.#loop?.close();
    this.#enter(UNKNOWN);
  }

  /** @throws CallError: the server did not answer, which says nothing of the relay. */
  async #check(openLoop: (sides: Sides) => Loop, run: number): Promise<CheckState> {
    const { wire } = this.#options;
    const { checkId, sides } = await wire.call('startConnectionCheck');
    if (run !== this.#run) return UNKNOWN;
    const loop = openLoop(sides);
    this.#loop = loop;
    try {
      const passed = await loop.passed;
      if (run !== this.#run) return UNKNOWN;
      const outcome = passed ? 'passed' : 'relay-unreachable';
      await wire.call('reportConnectionCheck', { checkId, outcome, ...this.#reportMicrophone() });
      return passed ? { kind: 'passed' } : { kind: 'failed', problem: 'relay-unreachable' };
    } finally {
      loop.close();
      this.#loop = null;
    }
  }

  #reportMicrophone(): Pick<InputDraft<'reportConnectionCheck'>, 'microphone'> {
    const state = this.#options.microphone();
    if (state.kind === 'open') return { microphone: 'ok' };
    if (state.kind !== 'unavailable') return {};
    const { problem } = state;
    return problem === 'failed' ? {} : { microphone: problem === 'missing' ? 'none' : problem };
  }

  #enter(state: CheckState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}
