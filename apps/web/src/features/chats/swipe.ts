/** Letting go beyond this distance triggers the action. */
const FAR_PX = 56;
const MOST_PX = 72;
/** A finger that moves further than this is not a hold. */
export const SLOP_PX = 10;

interface Path {
  dx: number;
  dy: number;
  /** 1: to the right of the screen. */
  direction: 1 | -1;
}

/** The shift of a finger that swipes; null when it scrolls, or goes the other way. */
export function swipeOf({ dx, dy, direction }: Path): { shift: number; isFar: boolean } | null {
  const along = dx * direction;
  if (along < SLOP_PX || Math.abs(dy) > along) return null;
  return { shift: Math.min(along - SLOP_PX, MOST_PX) * direction, isFar: along >= FAR_PX };
}
