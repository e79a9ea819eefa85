import type { Stop } from '../../lib/clock.ts';

interface ScreenWakePorts {
  /** Undefined where browsers have none: the screen goes dark as the system wants. */
  readonly source: Pick<WakeLock, 'request'> | undefined;
  /** Whether the user is in a call, or waits for one. */
  readonly isNeeded: () => boolean;
  readonly onChange: (listener: () => void) => Stop;
}

/**
 * Keeps the screen on while it is needed: a phone that goes dark freezes the page, and with it the search. The system takes
 * the lock from a hidden page; it is requested again when the page is back.
 */
export function keepScreenOn({ source, isNeeded, onChange }: ScreenWakePorts): Stop {
  if (source === undefined) return () => {};
  let lock: WakeLockSentinel | null = null;
  /** refused: requested again when the page is shown again, or the need begins anew. */
  let state: 'still' | 'asking' | 'refused' | 'stopped' = 'still';

  function isWanted(): boolean {
    return state !== 'stopped' && isNeeded();
  }
  function letGo(): void {
    void lock?.release().catch(() => {});
    lock = null;
  }
  async function ask(): Promise<void> {
    state = 'asking';
    // Refused on a low battery, and in a hidden page.
    const given = (await source?.request('screen').catch(() => null)) ?? null;
    if (state === 'asking') state = given === null ? 'refused' : 'still';
    lock = given;
    given?.addEventListener('release', () => lock === given && (lock = null));
    // It was no longer needed when it came.
    if (!isWanted()) letGo();
  }
  function forgive(): void {
    if (state === 'refused') state = 'still';
  }
  function seen(): void {
    forgive();
    look();
  }
  function look(): void {
    if (!isWanted()) {
      forgive();
      letGo();
    } else if (lock === null && state === 'still' && document.visibilityState === 'visible') void ask();
  }

  const stopListening = onChange(look);
  document.addEventListener('visibilitychange', seen);
  look();
  return () => {
    state = 'stopped';
    stopListening();
    document.removeEventListener('visibilitychange', seen);
    look();
  };
}
