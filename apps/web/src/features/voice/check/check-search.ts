import { FIXED } from '@yonder/contract';
import type { Stop } from '../../../lib/clock.ts';
import type { CallState, Queuing } from '../call-state.ts';
import type { CallSession } from '../session.ts';
import type { ConnectionCheck } from './connection-check.ts';

interface CheckSearchOptions {
  voice: Pick<CallSession, 'getSnapshot' | 'onChange'>;
  check: Pick<ConnectionCheck, 'run' | 'forget' | 'getSnapshot' | 'subscribe'>;
  /** Runs when the connection to the server is back, perhaps over another network. */
  onReconnect: (listener: () => void) => Stop;
  after: (ms: number, run: () => void) => Stop;
}

/** Most users are matched sooner, and need no check. */
const SILENT_AFTER_MS = 3_000;

/** Whether a check may use the relay: never beside a call, nor while one connects. */
export function mayCheck(state: CallState): boolean {
  return state.kind === 'idle' || isWaiting(state);
}

/** Runs the check once per search while there is no match; where the server requires it, until it has a verdict. */
export function checkWhileWaiting({ voice, check, onReconnect, after }: CheckSearchOptions): Stop {
  let { kind } = voice.getSnapshot().state;
  let stopSilent: Stop | null = null;
  let stopAgain: Stop | null = null;
  let isRequired = false;

  function forgetRequired(): void {
    isRequired = false;
    stopAgain?.();
    stopAgain = null;
  }

  function stopTimers(): void {
    stopSilent?.();
    stopSilent = null;
    forgetRequired();
  }

  function runIf(wanted: 'unknown' | 'unanswered'): void {
    if (check.getSnapshot().kind === wanted) void check.run();
  }

  function follow(state: CallState): void {
    const isNew = state.kind !== kind;
    kind = state.kind;
    // A search begins without an old verdict, and a call needs the relay for itself.
    if (isNew && kind !== 'idle') check.forget();
    if (!isWaiting(state)) return stopTimers();
    if (state.queue?.check?.kind !== 'required') forgetRequired();
    else if (!isRequired) {
      isRequired = true;
      void check.run();
    }
    stopSilent ??= after(SILENT_AFTER_MS, () => runIf('unknown'));
  }

  function checkAgain(): void {
    if (!isRequired || check.getSnapshot().kind !== 'unanswered') return;
    stopAgain ??= after(FIXED.connectionCheckAgainMs, () => {
      stopAgain = null;
      runIf('unanswered');
    });
  }

  function startOver(): void {
    stopTimers();
    check.forget();
    follow(voice.getSnapshot().state);
  }

  const stops = [voice.onChange(follow), check.subscribe(checkAgain), onReconnect(startOver)];
  follow(voice.getSnapshot().state);
  return () => {
    for (const stop of stops) stop();
    stopTimers();
    check.forget();
  };
}

function isWaiting(state: CallState): state is Queuing {
  return state.kind === 'queuing' && state.stage === 'waiting';
}
