/** From here on letting go does what it is for. */
const FAR_PX = 56;
const MOST_PX = 72;
/** A finger that goes further than this before it is held has something else in mind. */
export const SLOP_PX = 10;

interface Path {
  dx: number;
  dy: number;
  /** Of the screen: 1 to the right. */
  direction: 1 | -1;
}

/** What a finger on a message or a chat is doing; null: it scrolls, or goes the other way. */
export function swipeOf({ dx, dy, direction }: Path): { shift: number; isFar: boolean } | null {
  const along = dx * direction;
  if (along < SLOP_PX || Math.abs(dy) > along) return null;
  return { shift: Math.min(along - SLOP_PX, MOST_PX) * direction, isFar: along >= FAR_PX };
}
