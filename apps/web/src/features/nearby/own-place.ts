import { FIXED } from '@yonder/contract';
import { beFound, beFoundNoMore } from './api/place.ts';
import { locate, type Hindrance } from './position.ts';

/** Raised by everything that cancels the current search for a position. */
let turn = 0;
/** The update that the server is receiving now. */
let telling: Promise<void> = Promise.resolve();

/** Discards the result of a search for a position that is still running. */
export function giveUpLooking(): void {
  turn += 1;
}

/** Shares the user's position. A hindrance is a result; only a failed call rejects. */
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

/** Hides the user, also after an update that is still on its way to the server. */
export async function hidePlace(): Promise<void> {
  giveUpLooking();
  await telling.catch(() => {});
  await beFoundNoMore();
}
