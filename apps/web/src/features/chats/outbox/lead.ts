import type { Stop } from '../../../lib/clock.ts';

/** What no other tab could send. */
export interface HeldHere {
  isAny: () => boolean;
  /** Heard whenever there is more of it. */
  listen: (heed: () => void) => Stop;
}

/**
 * Runs in one tab of a person at a time. The one that is looked at takes over: the others may be slowed down or frozen
 * by the browser at any moment, and would hold the lock all the same. Of windows side by side none is hidden: there the
 * one that is turned to takes over only for what is held there, since what the other has begun is begun anew.
 */
export function leadAlone(name: string, held: HeldHere): (run: () => Stop) => Stop {
  return (run) => {
    // Without locks every tab works; the server still stores each message once.
    if (!('locks' in navigator)) return run();
    const over = new AbortController();
    let place = { isOurs: false, leaveLine: new AbortController() };

    async function take(how: 'in turn' | 'at once'): Promise<void> {
      // What is asked for at once is as good as had: whoever asks again would take it from themselves.
      const mine = { isOurs: how === 'at once', leaveLine: new AbortController() };
      place = mine;
      let stop: Stop = () => {};
      const options = how === 'at once' ? { steal: true } : { signal: mine.leaveLine.signal };
      try {
        await navigator.locks.request(name, options, async () => {
          mine.isOurs = true;
          stop = run();
          await aborted(over.signal);
        });
      } catch {
        // Taken by the tab that is looked at, or out of the line.
      }
      stop();
      if (place === mine && !over.signal.aborted) void take('in turn');
    }

    const takeOver = (): void => {
      if (document.visibilityState !== 'visible' || place.isOurs) return;
      const { leaveLine } = place;
      void take('at once');
      leaveLine.abort();
    };
    const takeOverIfHeld = (): void => {
      if (held.isAny()) takeOver();
    };
    const stopHearing = held.listen(takeOver);
    window.addEventListener('focus', takeOverIfHeld);
    document.addEventListener('visibilitychange', takeOver);
    void take(document.visibilityState === 'visible' ? 'at once' : 'in turn');
    return () => {
      stopHearing();
      window.removeEventListener('focus', takeOverIfHeld);
      document.removeEventListener('visibilitychange', takeOver);
      over.abort();
      place.leaveLine.abort();
    };
  };
}

function aborted(signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  if (signal.aborted) resolve();
  else signal.addEventListener('abort', () => resolve(), { once: true });
  return promise;
}
