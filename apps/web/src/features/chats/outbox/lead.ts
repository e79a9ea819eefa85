import type { Stop } from '../../../lib/clock.ts';

/**
 * Runs in one tab of a person at a time. The one that is looked at takes over: the others may be slowed down or frozen
 * by the browser at any moment, and would hold the lock all the same.
 */
export function leadAlone(name: string): (run: () => Stop) => Stop {
  return (run) => {
    // Without locks every tab works; the server still stores each message once.
    if (!('locks' in navigator)) return run();
    const over = new AbortController();
    let place = { isHeld: false, leaveLine: new AbortController() };

    async function take(how: 'in turn' | 'at once'): Promise<void> {
      const mine = { isHeld: false, leaveLine: new AbortController() };
      place = mine;
      let stop: Stop = () => {};
      const options = how === 'at once' ? { steal: true } : { signal: mine.leaveLine.signal };
      try {
        await navigator.locks.request(name, options, async () => {
          mine.isHeld = true;
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
      if (document.visibilityState !== 'visible' || place.isHeld) return;
      const { leaveLine } = place;
      void take('at once');
      leaveLine.abort();
    };
    // Of windows side by side none is hidden: what one cannot keep is sent only by itself.
    window.addEventListener('focus', takeOver);
    document.addEventListener('visibilitychange', takeOver);
    void take(document.visibilityState === 'visible' ? 'at once' : 'in turn');
    return () => {
      window.removeEventListener('focus', takeOver);
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
