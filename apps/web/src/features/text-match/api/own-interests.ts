import { queryOptions } from '@tanstack/react-query';
import { client } from '../../../lib/client.ts';

/** What one's profile says one likes: where the words for a match begin. */
export const ownInterestsQuery = queryOptions({
  queryKey: ['own-interests'],
  queryFn: async (): Promise<readonly string[]> => {
    const own = await client.call('getProfile');
    return own.relation === 'self' ? own.interests : [];
  },
});
