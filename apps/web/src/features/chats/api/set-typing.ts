import type { ACTIVITIES } from '@yonder/contract';
import type { ChatsCache } from '../cache.ts';

export type Activity = (typeof ACTIVITIES)[number];

/** A hint: one that is lost is followed by the next, or by its end. */
export function setTyping({ client }: ChatsCache, chatRoomId: string, activity: Activity): void {
  client.call('setTyping', { chatRoomId, activity }).catch(() => {});
}
