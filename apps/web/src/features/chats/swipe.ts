/** From here on letting go answers the message. */
export const REPLY_PX = 56;
const MOST_PX = 72;
/** A finger that goes further than this before it is held has something else in mind. */
export const SLOP_PX = 10;

interface Path {
  dx: number;
  dy: number;
  /** Towards the middle of the room: where the next line of reading is. */
  direction: 1 | -1;
}

/** What a finger on a message is doing; null: it scrolls, or goes the other way. */
export function swipeOf({ dx, dy, direction }: Path): { shift: number; replies: boolean } | null {
  const along = dx * direction;
  if (along < SLOP_PX || Math.abs(dy) > along) return null;
  return { shift: Math.min(along - SLOP_PX, MOST_PX) * direction, replies: along >= REPLY_PX };
}
