import { useAppState } from '../../state/store.ts';
import type { Chats } from './cache.ts';
import { chatsOf } from './personal.ts';

export function useChats(): Chats {
  return chatsOf(useAppState(({ user }) => user?.id ?? ''));
}
