import { useEffect, useEffectEvent } from 'react';
import { useStore } from 'zustand';
import type { Chats } from './cache.ts';
import type { Unsent } from './unsent.ts';
import { useChats } from './use-chats.ts';

/** The last refused message of a room; undefined when none waits. */
export function useFailedIn({ failed }: Pick<Chats, 'failed'>, chatRoomId: string): Unsent | undefined {
  return useStore(failed.store, (all) => all.findLast((one) => one.chatRoomId === chatRoomId));
}

/** Number of failed messages in all rooms. */
export function useFailedCount(): number {
  return useStore(useChats().failed.store, (all) => all.length);
}

/** Runs with the room of each message that fails from now on. */
export function useOnFailed(onFailed: (chatRoomId: string) => void): void {
  const { failed } = useChats();
  const tell = useEffectEvent(({ chatRoomId }: Unsent) => onFailed(chatRoomId));
  useEffect(() => failed.onFailed(tell), [failed]);
}
