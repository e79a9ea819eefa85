import type { Kysely } from 'kysely';
import type { DB } from '../platform/database.ts';
import type { Handlers } from '../platform/dispatcher.ts';
import type { Stop } from '../platform/stop.ts';
import { nearbyCallables, type NearbyCallable } from './callables.ts';
import { createNearbyService, type NearbyOptions } from './service.ts';

export { beFound, PLACE_KEYS } from './service.ts';
export { nearbyData } from './personal-data.ts';
export { clearPlace, holdPlaces } from './store.ts';

export interface Nearby {
  callables: Handlers<NearbyCallable>;
  /** Counts findable people around a user, 50 at most; null when the user is not findable. */
  countNearby(db: Kysely<DB>, userId: string): Promise<number | null>;
  /** Runs whenever any user becomes findable, anywhere, or stops being so. */
  onChange(changed: () => void): Stop;
}

export function createNearby(options: NearbyOptions): Nearby {
  const service = createNearbyService(options);
  return { callables: nearbyCallables(service), countNearby: service.count, onChange: service.onChange };
}
