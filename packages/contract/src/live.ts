import * as z from 'zod/mini';
import { chatRoom, message, messageChange, ACTIVITIES, PRESENCES } from './chats.ts';
import { directCall } from './direct-calls.ts';
import { wireError } from './errors.ts';
import { notification } from './notifications.ts';
import { chatter, id, region, requestId, tabId, text, time } from './schema.ts';
import { textMatch } from './text-match.ts';
import { callView, queueView, signal } from './voice.ts';

/** Live events: hints that carry state. sync and roomAfter find what is missed. */
export const EVENTS = {
  'queue.updated': queueView,
  /** You are matched: a call in status connecting. Acknowledge with startCallSession within 5 s. */
  'call.matched': callView,
  'call.updated': callView,
  'call.signal': signal,
  /** A match, or what has become of it. Its room comes by `room.updated`. */
  'textMatch.updated': textMatch,
  /** A new moment in the region this tab watches. */
  'feed.updated': z.object({ region, postId: id, createdAt: time }),
  /**
   * A moment of that region is gone for this user: its author took it back or switched it off, or a block separates the
   * two.
   */
  'feed.removed': z.object({ region, postId: id }),
  /** Home's counts, or the users nearby, may have changed: tabs that show them ask again. It names no user. */
  'counts.updated': z.object({}),
  /**
   * In every tab: it rings, was answered in one of them, is over. Once answered, that tab gets the rest by
   * `call.updated`.
   */
  'directCall.updated': directCall,
  'message.created': message,
  /** Deleted, reacted to, opened: under a number of the room's sequence. */
  'message.updated': messageChange,
  'room.updated': chatRoom,
  /** New, or renewed for the same room: it stands in front of the list. unread: of all of them. */
  'notification.created': z.object({ ...notification.shape, unread: z.int() }),
  /** Some were read or cleared, maybe in another tab: ask for the list where it shows. */
  'notification.updated': z.object({ unread: z.int() }),
  'presence.updated': z.object({ userId: id, presence: z.enum(PRESENCES) }),
  /** Over by itself when `until` has passed. */
  typing: z.object({ chatRoomId: id, userId: chatter, activity: z.enum(ACTIVITIES), until: time }),
  /** For moderators: how many cases are open now. */
  'moderation.updated': z.object({ open: z.int() }),
  'session.revoked': z.object({ reason: z.enum(['logout', 'expired', 'suspended']) }),
  /** Something may have been lost on the way: sync now. */
  gap: z.object({}),
} as const;
export type EventName = keyof typeof EVENTS;
export type EventData<Name extends EventName> = z.output<(typeof EVENTS)[Name]>;
export type LiveEvent = { [Name in EventName]: { name: Name; data: EventData<Name> } }[EventName];

export function isEventName(name: string): name is EventName {
  return Object.hasOwn(EVENTS, name);
}

/** Client → server, JSON, at most 64 KB a frame. */
export const clientFrame = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('auth'),
    token: text({ min: 1, max: 2_000 }),
    tabId,
    contractVersion: z.optional(z.string()),
  }),
  z.object({
    type: z.literal('call'),
    id: requestId,
    function: text({ min: 1, max: 64 }),
    data: z.optional(z.unknown()),
  }),
]);
export type ClientFrame = z.infer<typeof clientFrame>;

/** Server → client. */
export const serverFrame = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready'), userId: id, serverTime: time, contractVersion: z.string() }),
  z.object({ type: z.literal('result'), id: z.string(), result: z.unknown(), serverTime: time }),
  z.object({ type: z.literal('error'), id: z.nullable(z.string()), error: wireError, serverTime: time }),
  z.object({ type: z.literal('event'), name: z.string(), data: z.unknown(), serverTime: time }),
]);
export type ServerFrame = z.infer<typeof serverFrame>;

/** Close codes of the live socket. */
export const CLOSE = {
  unauthenticated: 4401,
  sessionEnded: 4403,
  authTimeout: 4408,
  badFrame: 4400,
  tooSlow: 1013,
  tooBig: 1009,
  stopping: 1012,
} as const;
