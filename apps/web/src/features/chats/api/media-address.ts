import { queryOptions } from '@tanstack/react-query';
import { FIXED } from '@yonder/contract';
import { retryDelay, shouldRetry } from '../../../lib/query-client.ts';
import type { Chats } from '../cache.ts';
import type { MediaAddress } from '../media/addresses.ts';

/** An address this close to its expiry is not used. */
const LAST_MINUTE_MS = 60_000;

/** Delays of 1, 2, 4 … 30, 30 s: as many as begin within the storage timeout. */
const RETRIES = retriesWithin(FIXED.storageTimeoutMs);

/** Queries the address of a message's media, which is fresh until shortly before it expires. */
export function mediaQuery({ mint }: Chats, messageId: string) {
  return queryOptions({
    queryKey: ['media-address', messageId],
    queryFn: (): Promise<MediaAddress> => mint(messageId),
    staleTime: FIXED.mediaUrlMs - LAST_MINUTE_MS,
    retry: (failures, error) => shouldRetry(RETRIES, failures, error),
  });
}

/** Requests a new address because the old one was refused. */
export async function renewMedia(chats: Chats, messageId: string): Promise<MediaAddress> {
  const query = mediaQuery(chats, messageId);
  await chats.queryClient.invalidateQueries({ queryKey: query.queryKey, refetchType: 'none' });
  return chats.queryClient.fetchQuery(query);
}

export function retriesWithin(ms: number): number {
  let spent = 0;
  for (let failures = 0; ; failures += 1) {
    spent += retryDelay(failures, null);
    if (spent > ms) return failures;
  }
}
