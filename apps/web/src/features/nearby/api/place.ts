import { client } from '../../../lib/client.ts';
import type { Position } from '../position.ts';

/** Makes the user visible for 24 hours; the server shifts and coarsens the position. */
export async function beFound({ lat, lng, accuracy }: Position): Promise<void> {
  await client.call('updateLocation', { lat, lng, accuracy });
}

export async function beFoundNoMore(): Promise<void> {
  await client.call('forgetLocation');
}
