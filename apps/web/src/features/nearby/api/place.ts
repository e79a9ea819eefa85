import { client } from '../../../lib/client.ts';
import type { Position } from '../position.ts';

/** From now on, for 24 hours; the server moves and coarsens what it is told. */
export async function beFound({ lat, lng, accuracy }: Position): Promise<void> {
  await client.call('updateLocation', { lat, lng, accuracy });
}

export async function beFoundNoMore(): Promise<void> {
  await client.call('forgetLocation');
}
