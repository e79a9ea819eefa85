import { FIXED, type Input } from '@yonder/contract';
import type { Stop } from '../../lib/clock.ts';

/** Of this tab: whether somebody looks at it, and which room they see there. */
export type Seen = Required<Input<'reportPresence'>>;

export interface PresencePorts {
  now: () => number;
  after: (ms: number, run: () => void) => Stop;
  isVisible: () => boolean;
  /** The room that is open in this tab. */
  room: () => string | null;
  report: (seen: Seen) => Promise<unknown>;
}

export interface PresenceReporter {
  /** Somebody does something here. */
  used: () => void;
  /** The page was shown or hidden. */
  look: () => void;
  /** A room was opened or left. */
  moved: () => void;
  /** A connection that is new: the server takes its tab for looked at, and no room for open. */
  connected: () => void;
  stop: Stop;
}

const NEW: Seen = { presence: 'online', chatRoomId: null };

/**
 * Says so when this tab is left alone: at once when it is hidden, after 5 minutes when nothing is done in it; and which
 * room is on the screen. One after the other, so that the last word is the last one heard.
 */
export function createPresence({ now, after, isVisible, room, report }: PresencePorts): PresenceReporter {
  let usedAt = now();
  let wanted: Seen = NEW;
  /** Null: not known, so it is said again with the next look. */
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
        // A connection that is new meanwhile knows nothing of it.
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
      // The timer looks by itself; only who comes back is told at once.
      if (told?.presence !== 'online') look();
    },
    look() {
      // Whoever turns to the page is there.
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
