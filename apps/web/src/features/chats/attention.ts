import type { Stop } from '../../lib/clock.ts';
import { openRoom } from './open-room.ts';

/** Where somebody may be writing, in this tab. */
export interface Attention {
  isOn: (chatRoomId: string) => boolean;
  /** It has come to this tab or gone from it. */
  onMoved: (moved: () => void) => Stop;
}

/** pageshow: a page that was put aside has heard nothing. */
const MOVES = ['focus', 'blur', 'pageshow'] as const;

export const attention: Attention = {
  isOn: (chatRoomId) => document.hasFocus() && openRoom() === chatRoomId,
  onMoved(moved) {
    for (const move of MOVES) window.addEventListener(move, moved);
    return () => MOVES.forEach((move) => window.removeEventListener(move, moved));
  },
};
