import type { ACTIVITIES } from '@yonder/contract';
import type { ChatsCache } from '../cache.ts';

export type Activity = (typeof ACTIVITIES)[number];

/** Sends a hint: a lost one is superseded by the next, or expires. */
export function setTyping({ client }: ChatsCache, chatRoomId: string, activity: Activity): void {
  client.call('setTyping', { chatRoomId, activity }).catch(() => {});
}
