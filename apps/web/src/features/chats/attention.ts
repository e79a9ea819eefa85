import type { Stop } from '../../lib/clock.ts';
import { onPageCache } from '../../lib/page-cache.ts';
import { openRoom } from './open-room.ts';

/** Where somebody may be writing, in this tab. */
export interface Attention {
  isOn: (chatRoomId: string) => boolean;
  /** It has come to this tab or gone from it. */
  onMoved: (moved: () => void) => Stop;
}

const MOVES = ['focus', 'blur'] as const;

export const attention: Attention = {
  isOn: (chatRoomId) => document.hasFocus() && openRoom() === chatRoomId,
  onMoved(moved) {
    for (const move of MOVES) window.addEventListener(move, moved);
    // A page that was put away has heard nothing.
    const stopShowing = onPageCache({ show: moved });
    return () => {
      for (const move of MOVES) window.removeEventListener(move, moved);
      stopShowing();
    };
  },
};
