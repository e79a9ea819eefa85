import { queryOptions } from '@tanstack/react-query';
import { client } from '../../lib/client.ts';

export const devicesQuery = queryOptions({
  queryKey: ['devices'],
  queryFn: async () => (await client.call('listDevices')).devices,
  // Sign-ins happen elsewhere, so the list is requested at every visit.
  staleTime: 0,
});

export function signOutDevice(deviceId: string): Promise<null> {
  return client.call('signOutDevice', { deviceId });
}

/** Over HTTP: the live socket ends with the session, before it could answer. */
export function signOutEverywhere(): Promise<null> {
  return client.call('signOutEverywhere', null, { keepalive: true });
}
