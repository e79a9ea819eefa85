import { ENDED_BY_OTHER, ENDED_BY_YOU } from '@yonder/contract';
import type { MessageRow, SeenRoom } from './rows.ts';
import { isAnonymous } from './strangers.ts';

/** The last message of an anonymous room: stored once, worded for each reader. */
export function endingFor(endedBy: string, viewer: string): string {
  return endedBy === viewer ? ENDED_BY_YOU : ENDED_BY_OTHER;
}

export function contentFor(
  { type, sender_id, content }: Pick<MessageRow, 'type' | 'sender_id' | 'content'>,
  viewer: string,
): string {
  return type === 'system' && sender_id !== null ? endingFor(sender_id, viewer) : content;
}

/** No message follows the ending. */
export function lastMessageFor(room: SeenRoom, viewer: string): string | null {
  if (isAnonymous(room) && room.closed_by !== null && room.last_message !== null)
    return endingFor(room.closed_by, viewer);
  return room.last_message;
}
