import { FIXED } from '@yonder/contract';
import type { Stop } from '../../lib/clock.ts';
import type { Activity } from './api/set-typing.ts';

export interface TypingPorts {
  now: () => number;
  after: (ms: number, run: () => void) => Stop;
  tell: (activity: Activity) => void;
}

export interface Typing {
  /** A key was pressed, or a voice is being recorded. */
  doing: (activity: 'typing' | 'recording') => void;
  /** Sent, cleared or left. */
  done: () => void;
}

/** Reports activity to the partner, at most every 3 s, and its end at once. A pause of 6 s is an end, too. */
export function createTyping({ now, after, tell }: TypingPorts): Typing {
  let told: { activity: Activity; at: number } = { activity: 'none', at: 0 };
  let stopTimer: Stop = () => {};

  function say(activity: Activity): void {
    told = { activity, at: now() };
    tell(activity);
  }
  function done(): void {
    stopTimer();
    if (told.activity !== 'none') say('none');
  }

  return {
    doing(activity) {
      stopTimer();
      stopTimer = after(FIXED.typingMs, done);
      if (activity !== told.activity || now() - told.at >= FIXED.typingAgainMs) say(activity);
    },
    done,
  };
}
