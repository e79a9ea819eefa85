import type { Stop } from '../../lib/clock.ts';
import type { CallEvent, CallState } from './call-state.ts';
import { untoldMute } from './view.ts';
import { sent, type Wire } from './wire.ts';

interface MuteReportPorts {
  readonly wire: Wire;
  readonly tab: string;
  readonly after: (ms: number, run: () => void) => Stop;
  readonly state: () => CallState;
  readonly dispatch: (event: CallEvent) => void;
}

const PAUSE_MS = 1_000;

/**
 * Tells the server whether this side is muted whenever it holds something else: after a press, a reload, a change of tab.
 * One report at a time and one a second, whatever is pressed meanwhile: the last state counts.
 */
export class MuteReport {
  readonly #ports: MuteReportPorts;
  #busy = false;

  constructor(ports: MuteReportPorts) {
    this.#ports = ports;
  }

  follow(): void {
    const { state, tab } = this.#ports;
    const untold = untoldMute(state(), tab);
    if (this.#busy || untold === null) return;
    this.#busy = true;
    void this.#tell(untold);
  }

  async #tell(untold: { callId: string; muted: boolean }): Promise<void> {
    const { wire, after, dispatch } = this.#ports;
    const telling = wire.call('reportMediaStatus', untold).then(({ call }) => dispatch({ kind: 'call-seen', call }));
    const outcome = await sent(telling).catch(() => 'delayed');
    after(PAUSE_MS, () => {
      this.#busy = false;
      // What was refused is not asked again before something has changed.
      if (outcome !== 'refused') this.follow();
    });
  }
}
