/*
 * Whether calls reach this device: the page sends itself messages through the relay, for about a second.
 *
 *   unknown ──run──► running ──► passed
 *      ▲                │  ├───► failed (relay-unreachable)
 *      │                │  └───► unanswered: no verdict
 *      └─── forgotten ──┘        each of them can be run again, or forgotten
 *
 *   failed (no-webrtc): from the first moment, and for good.
 */
import { CallError } from '@yonder/client';
import type { Stop } from '../../../lib/clock.ts';
import type { Wire } from '../wire.ts';
import type { Loop, Sides } from './loop.ts';

export type ConnectionProblem = 'no-webrtc' | 'relay-unreachable';

export type CheckState =
  | { readonly kind: 'unknown' }
  /** after: how the previous run ended. */
  | { readonly kind: 'running'; readonly after: 'nothing' | 'trouble' }
  | { readonly kind: 'passed' }
  | { readonly kind: 'failed'; readonly problem: ConnectionProblem }
  /** The server did not answer, or did not see what this page saw. */
  | { readonly kind: 'unanswered' };

interface ConnectionCheckOptions {
  wire: Pick<Wire, 'call'>;
  /** Null when the browser has no RTCPeerConnection. */
  openLoop: ((sides: Sides) => Loop) | null;
  /** Whether the relay may be used now: a call needs it for itself. */
  mayRun: () => boolean;
}

const UNKNOWN: CheckState = { kind: 'unknown' };
const UNANSWERED: CheckState = { kind: 'unanswered' };

/** Whether the last run ended without a passed check. */
export function isTrouble(state: CheckState): boolean {
  if (state.kind === 'running') return state.after === 'trouble';
  return state.kind === 'failed' || state.kind === 'unanswered';
}

export class ConnectionCheck {
  readonly #options: ConnectionCheckOptions;
  readonly #listeners = new Set<() => void>();
  #state: CheckState = UNKNOWN;
  #loop: Loop | null = null;
  /** Rises with each run and each forget: an older run has no effect. */
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

  /**
   * Runs one check at a time; a call during a run does nothing.
   * @throws Error: a fault of this page or its browser; the check is unanswered.
   */
  async run(): Promise<void> {
    const { openLoop, mayRun } = this.#options;
    if (openLoop === null || this.#state.kind === 'running' || !mayRun()) return;
    const run = ++this.#run;
    this.#enter({ kind: 'running', after: isTrouble(this.#state) ? 'trouble' : 'nothing' });
    let state = UNANSWERED;
    try {
      state = await this.#check(openLoop, run);
    } catch (error) {
      // Without the server's answer nothing is known of the relay.
      if (!(error instanceof CallError)) throw error;
    } finally {
      if (run === this.#run) this.#enter(state);
    }
  }

  /** Ends a running check and drops the verdict: it was of another moment or network. */
  forget(): void {
    if (this.#options.openLoop === null || this.#state.kind === 'unknown') return;
    this.#run += 1;
    this.#loop?.close();
    this.#enter(UNKNOWN);
  }

  /** @throws CallError: the server did not answer. */
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
      const { check } = await wire.call('reportConnectionCheck', { checkId, outcome });
      if (!passed) return { kind: 'failed', problem: 'relay-unreachable' };
      return check?.kind === 'required' ? UNANSWERED : { kind: 'passed' };
    } finally {
      loop.close();
      // A newer run has a loop of its own.
      if (this.#loop === loop) this.#loop = null;
    }
  }

  #enter(state: CheckState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}
