import type { Stop } from '../../lib/clock.ts';

interface ScreenWakePorts {
  /** Undefined where browsers have none: the screen goes dark as the system wants it. */
  readonly source: Pick<WakeLock, 'request'> | undefined;
  /** Whether somebody is in a call, or waits for one. */
  readonly isNeeded: () => boolean;
  readonly onChange: (listener: () => void) => Stop;
}

/**
 * Keeps the screen on while it is needed: a phone whose screen goes dark freezes the page, and with it the search. The system
 * takes the lock away with the page out of sight; it is asked for again when the page is back.
 */
export function keepScreenOn({ source, isNeeded, onChange }: ScreenWakePorts): Stop {
  if (source === undefined) return () => {};
  let lock: WakeLockSentinel | null = null;
  let state: 'still' | 'asking' | 'stopped' = 'still';

  function isWanted(): boolean {
    return state !== 'stopped' && isNeeded();
  }
  function letGo(): void {
    void lock?.release().catch(() => {});
    lock = null;
  }
  async function ask(): Promise<void> {
    state = 'asking';
    // Refused with a battery that is low, and out of sight.
    const given = (await source?.request('screen').catch(() => null)) ?? null;
    if (state === 'asking') state = 'still';
    lock = given;
    given?.addEventListener('release', () => lock === given && (lock = null));
    // It was over before it came.
    if (!isWanted()) letGo();
  }
  function look(): void {
    if (!isWanted()) letGo();
    else if (lock === null && state === 'still' && document.visibilityState === 'visible') void ask();
  }

  const stopListening = onChange(look);
  document.addEventListener('visibilitychange', look);
  look();
  return () => {
    state = 'stopped';
    stopListening();
    document.removeEventListener('visibilitychange', look);
    look();
  };
}
