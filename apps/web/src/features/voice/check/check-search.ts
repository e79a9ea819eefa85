import type { Stop } from '../../../lib/clock.ts';
import type { CallState } from '../call-state.ts';
import type { ConnectionCheck } from './connection-check.ts';

interface CheckSearchOptions {
  voice: { subscribe(listener: () => void): Stop; getSnapshot(): { readonly state: CallState } };
  check: Pick<ConnectionCheck, 'run' | 'stop' | 'getSnapshot'>;
  after: (ms: number, run: () => void) => Stop;
}

/** Most people are matched sooner, and need no check. */
const SILENT_AFTER_MS = 3_000;

/** Runs the check once per search while nobody is there yet, and at once where the server asks for it. */
export function checkWhileWaiting({ voice, check, after }: CheckSearchOptions): Stop {
  let stopWaiting: Stop | null = null;
  let isAsked = false;

  function follow(): void {
    const { state } = voice.getSnapshot();
    if (state.kind !== 'queuing' || state.stage !== 'waiting') {
      stopWaiting?.();
      stopWaiting = null;
      isAsked = false;
      // The microphone check runs it where nothing else goes on.
      if (state.kind !== 'idle') check.stop();
      return;
    }
    const isRequired = state.queue?.check?.kind === 'required';
    if (isRequired && !isAsked) {
      isAsked = true;
      void check.run();
    }
    if (!isRequired) isAsked = false;
    stopWaiting ??= after(SILENT_AFTER_MS, () => {
      if (check.getSnapshot().kind !== 'passed') void check.run();
    });
  }

  const stop = voice.subscribe(follow);
  follow();
  return () => {
    stop();
    stopWaiting?.();
  };
}
