import { FIXED, type Input } from '@yonder/contract';
import type { Stop } from '../../lib/clock.ts';

/** What this tab reports: whether it is in use, and which room it shows. */
export type Seen = Required<Input<'reportPresence'>>;

export interface PresencePorts {
  now: () => number;
  after: (ms: number, run: () => void) => Stop;
  isVisible: () => boolean;
  /** The room open in this tab. */
  room: () => string | null;
  report: (seen: Seen) => Promise<unknown>;
}

export interface PresenceReporter {
  /** The user does something here. */
  used: () => void;
  /** The page was shown or hidden. */
  look: () => void;
  /** A room was opened or left. */
  moved: () => void;
  /** A new connection: the server assumes an active tab and no open room. */
  connected: () => void;
  stop: Stop;
}

const NEW: Seen = { presence: 'online', chatRoomId: null };

/**
 * Reports a tab as away: at once when it is hidden, after 5 minutes without use; and which room is on the screen. Reports go
 * one after the other, so that the last one arrives last.
 */
export function createPresence({ now, after, isVisible, room, report }: PresencePorts): PresenceReporter {
  let usedAt = now();
  let wanted: Seen = NEW;
  /** Null when unknown: the next look reports again. */
  let told: Seen | null = NEW;
  let isTelling = false;
  let stopTimer: Stop = () => {};

  function look(): void {
    stopTimer();
    const isShown = isVisible();
    const left = usedAt + FIXED.idleMs - now();
    const isHere = isShown && left > 0;
    if (isHere) stopTimer = after(left, look);
    wanted = { presence: isHere ? 'online' : 'away', chatRoomId: isShown ? room() : null };
    if (!isTelling) void tell();
  }
  async function tell(): Promise<void> {
    isTelling = true;
    while (told === null || !isSame(told, wanted)) {
      const said = wanted;
      told = said;
      try {
        await report(said);
      } catch {
        // Unless a new connection has reset it, the next look reports again.
        if (told === said) {
          told = null;
          break;
        }
      }
    }
    isTelling = false;
  }

  return {
    used() {
      usedAt = now();
      // The timer covers the rest; only a return is reported at once.
      if (told?.presence !== 'online') look();
    },
    look() {
      // Turning to the page counts as use.
      if (isVisible()) usedAt = now();
      look();
    },
    moved: look,
    connected() {
      told = NEW;
      look();
    },
    stop: () => stopTimer(),
  };
}

function isSame(one: Seen, other: Seen): boolean {
  return one.presence === other.presence && one.chatRoomId === other.chatRoomId;
}
