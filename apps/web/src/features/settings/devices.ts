import { queryOptions } from '@tanstack/react-query';
import { client } from '../../lib/client.ts';

export const devicesQuery = queryOptions({
  queryKey: ['devices'],
  queryFn: async () => (await client.call('listDevices')).devices,
  // Somebody signs in elsewhere: the list is asked for whenever it is looked at.
  staleTime: 0,
});

export function signOutDevice(deviceId: string): Promise<null> {
  return client.call('signOutDevice', { deviceId });
}

/** Not over the live socket, which ends with the session before it could answer. */
export function signOutEverywhere(): Promise<null> {
  return client.call('signOutEverywhere', null, { keepalive: true });
}
