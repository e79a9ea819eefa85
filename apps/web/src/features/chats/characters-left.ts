/** From so many on the composer counts what is left. */
export const COUNTED = 200;
const SPOKEN = [0, 10, 20, 50, 100, COUNTED];

/** How many are said to be left, which changes at these alone: not at every key. Below 0: how many are too many, by tens. */
export function spokenLeft(left: number): number {
  if (left < 0) return -(10 ** Math.floor(Math.log10(-left)));
  return SPOKEN.find((step) => step >= left) ?? left;
}
