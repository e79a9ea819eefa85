import type { Stop } from '../../../lib/clock.ts';
import type { CallState } from '../call-state.ts';
import type { ConnectionCheck } from './connection-check.ts';

interface CheckSearchOptions {
  voice: { subscribe(listener: () => void): Stop; getSnapshot(): { readonly state: CallState } };
  check: Pick<ConnectionCheck, 'run' | 'stop' | 'getSnapshot' | 'subscribe'>;
  after: (ms: number, run: () => void) => Stop;
}

/** Most people are matched sooner, and need no check. */
const SILENT_AFTER_MS = 3_000;
/** A required check that the server did not answer is tried again after so long. */
const AGAIN_AFTER_MS = 5_000;

/** Runs the check once per search while nobody is there yet, and where the server asks for it until it is answered. */
export function checkWhileWaiting({ voice, check, after }: CheckSearchOptions): Stop {
  let stopWaiting: Stop | null = null;
  let stopAgain: Stop | null = null;
  let isAsked = false;

  function forget(): void {
    isAsked = false;
    stopAgain?.();
    stopAgain = null;
  }

  function follow(): void {
    const { state } = voice.getSnapshot();
    if (state.kind !== 'queuing' || state.stage !== 'waiting') {
      stopWaiting?.();
      stopWaiting = null;
      forget();
      // The microphone check runs it where nothing else goes on.
      if (state.kind !== 'idle') check.stop();
      return;
    }
    const isRequired = state.queue?.check?.kind === 'required';
    if (isRequired && !isAsked) {
      isAsked = true;
      void check.run();
    }
    if (!isRequired) forget();
    stopWaiting ??= after(SILENT_AFTER_MS, () => {
      if (check.getSnapshot().kind !== 'passed') void check.run();
    });
  }

  function tryAgain(): void {
    if (!isAsked || check.getSnapshot().kind !== 'unknown') return;
    stopAgain ??= after(AGAIN_AFTER_MS, () => {
      stopAgain = null;
      if (check.getSnapshot().kind === 'unknown') void check.run();
    });
  }

  const stops = [voice.subscribe(follow), check.subscribe(tryAgain)];
  follow();
  return () => {
    for (const stop of stops) stop();
    stopWaiting?.();
    forget();
  };
}
