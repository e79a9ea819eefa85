import type { Stop } from '../../lib/clock.ts';
import { Retry } from '../../lib/retry.ts';
import type { CallEvent, CallState } from './call-state.ts';
import { LASTS_MS, pauseAfter, type Sent } from './media/delivery.ts';
import { untoldMute, type Untold } from './view.ts';
import { sent, type Wire } from './wire.ts';

interface MuteReportPorts {
  readonly wire: Wire;
  readonly tab: string;
  readonly after: (ms: number, run: () => void) => Stop;
  readonly state: () => CallState;
  /** Whether the system mutes the microphone. */
  readonly isSilenced: () => boolean;
  readonly dispatch: (event: CallEvent) => void;
}

const PAUSE_MS = 1_000;

/**
 * Reports whether this side is muted whenever the server has another state. The cause is a press, a reload, a change of tab,
 * or the system. Sends one report at a time, at most one a second; the last state counts. A failed report is repeated like any
 * other command.
 */
export class MuteReport {
  readonly #ports: MuteReportPorts;
  readonly #retry: Retry;
  #busy = false;
  /** The last report that arrived or was given up: it is not repeated before the server says something new. */
  #told: Untold | null = null;

  constructor(ports: MuteReportPorts) {
    this.#ports = ports;
    this.#retry = new Retry({ after: ports.after, pauseMs: pauseAfter, lastsMs: LASTS_MS });
  }

  follow(): void {
    if (!this.#busy && this.#untold() !== null) void this.#tell();
  }

  #untold(): Untold | null {
    const { state, tab, isSilenced } = this.#ports;
    const untold = untoldMute(state(), { tab, isSilenced: isSilenced() });
    return untold === null || isSame(untold, this.#told) ? null : untold;
  }

  async #tell(): Promise<void> {
    this.#busy = true;
    const outcome = await this.#retry.run(
      () => this.#report(),
      () => this.#untold() !== null,
    );
    if (outcome === undefined) this.#told = this.#untold();
    this.#ports.after(PAUSE_MS, () => {
      this.#busy = false;
      this.follow();
    });
  }

  async #report(): Promise<Sent> {
    const { wire, dispatch } = this.#ports;
    const untold = this.#untold();
    if (untold === null) return 'refused';
    const { callId, muted } = untold;
    const outcome = await sent(
      wire.call('reportMediaStatus', { callId, muted }).then(({ call }) => dispatch({ kind: 'call-seen', call })),
    );
    this.#told = untold;
    return outcome;
  }
}

function isSame(one: Untold, other: Untold | null): boolean {
  return one.callId === other?.callId && one.muted === other.muted && one.version === other.version;
}
