import type { Stop } from '../../lib/clock.ts';
import type { CallEvent, CallState } from './call-state.ts';
import { untoldMute, type Untold } from './view.ts';
import { sent, type Wire } from './wire.ts';

interface MuteReportPorts {
  readonly wire: Wire;
  readonly tab: string;
  readonly after: (ms: number, run: () => void) => Stop;
  readonly state: () => CallState;
  /** Whether the system lets nothing of the microphone through. */
  readonly isSilenced: () => boolean;
  readonly dispatch: (event: CallEvent) => void;
}

const PAUSE_MS = 1_000;

/**
 * Tells the server whether this side is muted whenever it holds something else: after a press, a reload, a change of tab,
 * and where the system mutes the microphone or gives it back.
 * One report at a time and one a second, whatever is pressed meanwhile: the last state counts.
 */
export class MuteReport {
  readonly #ports: MuteReportPorts;
  #busy = false;
  /** What arrived last: whatever the server made of it, it is not told again before it says something new. */
  #told: Untold | null = null;

  constructor(ports: MuteReportPorts) {
    this.#ports = ports;
  }

  follow(): void {
    const { state, tab, isSilenced } = this.#ports;
    const untold = untoldMute(state(), { tab, isSilenced: isSilenced() });
    if (this.#busy || untold === null || isSame(untold, this.#told)) return;
    this.#busy = true;
    void this.#tell(untold);
  }

  async #tell(untold: Untold): Promise<void> {
    const { wire, after, dispatch } = this.#ports;
    const { callId, muted } = untold;
    const telling = wire
      .call('reportMediaStatus', { callId, muted })
      .then(({ call }) => dispatch({ kind: 'call-seen', call }));
    const outcome = await sent(telling).catch(() => 'delayed');
    this.#told = outcome === 'delayed' ? null : untold;
    after(PAUSE_MS, () => {
      this.#busy = false;
      this.follow();
    });
  }
}

function isSame(one: Untold, other: Untold | null): boolean {
  return one.callId === other?.callId && one.muted === other.muted && one.version === other.version;
}
