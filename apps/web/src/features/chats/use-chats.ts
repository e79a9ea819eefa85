import { client } from '../../lib/client.ts';
import { queryClient } from '../../lib/query-client.ts';
import { useAppState } from '../../state/store.ts';
import type { Chats } from './cache.ts';

export function useChats(): Chats {
  const you = useAppState(({ user }) => user?.id ?? '');
  return { client, queryClient, you };
}
