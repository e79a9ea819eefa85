/** The composer shows the characters left from this number down. */
export const COUNTED = 200;
const SPOKEN = [0, 10, 20, 50, 100, COUNTED];

/**
 * The number announced to screen readers, which changes only at these steps. Negative: characters over the limit, by powers of
 * ten.
 */
export function spokenLeft(left: number): number {
  if (left < 0) return -(10 ** Math.floor(Math.log10(-left)));
  return SPOKEN.find((step) => step >= left) ?? left;
}
