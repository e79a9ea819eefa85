import type { Stop } from '../../lib/clock.ts';
import { onPageCache } from '../../lib/page-cache.ts';
import { openRoom } from './open-room.ts';

/** Whether the user may be writing in a room, in this tab. */
export interface Attention {
  isOn: (chatRoomId: string) => boolean;
  /** Calls back when the attention comes to this tab or leaves it. */
  onMoved: (moved: () => void) => Stop;
}

const MOVES = ['focus', 'blur'] as const;

export const attention: Attention = {
  isOn: (chatRoomId) => document.hasFocus() && openRoom() === chatRoomId,
  onMoved(moved) {
    for (const move of MOVES) window.addEventListener(move, moved);
    // A page restored from the page cache missed these events.
    const stopShowing = onPageCache({ show: moved });
    return () => {
      for (const move of MOVES) window.removeEventListener(move, moved);
      stopShowing();
    };
  },
};
