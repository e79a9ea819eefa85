import { queryOptions } from '@tanstack/react-query';
import { CallError } from '@yonder/client';
import type { Profile } from '@yonder/contract';
import { client } from '../../lib/client.ts';

/** Null: missing, erased or blocked; the server does not tell which. */
export function profileQuery(userId: string) {
  return queryOptions({
    queryKey: ['profile', userId],
    queryFn: async (): Promise<Profile | null> => {
      try {
        return await client.call('getProfile', { uid: userId });
      } catch (error) {
        if (error instanceof CallError && (error.code === 'not-found' || error.code === 'invalid-argument'))
          return null;
        throw error;
      }
    },
  });
}
