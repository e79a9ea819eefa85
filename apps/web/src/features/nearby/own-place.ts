import { FIXED } from '@yonder/contract';
import { beFound, beFoundNoMore } from './api/place.ts';
import { locate, type Hindrance } from './position.ts';

/** Raised by whatever makes a place unwanted that is still being looked for. */
let turn = 0;
/** What the server hears of it now. */
let telling: Promise<void> = Promise.resolve();

/** Looking for a place takes a while: what comes of it now is told nobody. */
export function giveUpLooking(): void {
  turn += 1;
}

/** Says where one is. What is in the way is an answer; only a call that failed is an error. */
export async function showPlace(geolocation: Parameters<typeof locate>[0]): Promise<'found' | 'given up' | Hindrance> {
  const asked = turn;
  const located = await locate(geolocation);
  if (asked !== turn) return 'given up';
  if (located.kind !== 'found') return located.kind;
  if (located.position.accuracy > FIXED.locationAccuracy) return 'unavailable';
  telling = beFound(located.position);
  await telling;
  return 'found';
}

/** The last word, also over a place that is on its way to the server. */
export async function hidePlace(): Promise<void> {
  giveUpLooking();
  await telling.catch(() => {});
  await beFoundNoMore();
}
