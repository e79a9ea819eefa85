import { FIXED, type PRESENCES } from '@yonder/contract';
import type { Stop } from '../../lib/clock.ts';

/** Of this tab: somebody looks at it, or nobody does. */
type TabPresence = Exclude<(typeof PRESENCES)[number], 'offline'>;

export interface PresencePorts {
  now: () => number;
  after: (ms: number, run: () => void) => Stop;
  isVisible: () => boolean;
  report: (presence: TabPresence) => Promise<unknown>;
}

export interface PresenceReporter {
  /** Somebody does something here. */
  used: () => void;
  /** The page was shown or hidden. */
  look: () => void;
  /** A connection that is new: the server takes its tab for looked at. */
  connected: () => void;
  stop: Stop;
}

/** Says so when this tab is left alone: at once when it is hidden, after 5 minutes when nothing is done in it. */
export function createPresence({ now, after, isVisible, report }: PresencePorts): PresenceReporter {
  let usedAt = now();
  /** Null: not known, so it is said again with the next look. */
  let told: TabPresence | null = 'online';
  let stopTimer: Stop = () => {};

  function look(): void {
    stopTimer();
    const left = usedAt + FIXED.idleMs - now();
    const isHere = isVisible() && left > 0;
    if (isHere) stopTimer = after(left, look);
    tell(isHere ? 'online' : 'away');
  }
  function tell(presence: TabPresence): void {
    if (presence === told) return;
    told = presence;
    report(presence).catch(() => {
      if (told === presence) told = null;
    });
  }

  return {
    used() {
      usedAt = now();
      // The timer looks by itself; only who comes back is told at once.
      if (told !== 'online') look();
    },
    look() {
      // Whoever turns to the page is there.
      if (isVisible()) usedAt = now();
      look();
    },
    connected() {
      told = 'online';
      look();
    },
    stop: () => stopTimer(),
  };
}
