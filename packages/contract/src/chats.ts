import * as z from 'zod/mini';
import { id, nothing, person, text, time } from './schema.ts';
import { FIXED } from './limits.ts';
import { callable, type Rate } from './callable.ts';
import { callView, engagementView } from './voice.ts';

export const ROOM_TYPES = ['direct', 'mode2', 'mode3', 'post'] as const;
export const MESSAGE_TYPES = ['text', 'image', 'voice', 'one_time_image', 'system', 'call'] as const;

export const chatRoom = z.object({
  id,
  participants: z.tuple([id, id]),
  type: z.enum(ROOM_TYPES),
  createdAt: time,
  /** At most 100 characters. */
  lastMessage: z.nullable(text({ max: FIXED.messagePreviewLength })),
  lastMessageAt: z.nullable(time),
  /** A user id or 'system'. */
  lastMessageSenderId: z.nullable(z.string()),
  isEmpty: z.boolean(),
  isActive: z.boolean(),
  other: person,
  /** The room's newest sequence number, over messages and changes. */
  lastSeq: z.int(),
  unread: z.int(),
  /** You have read up to here; so has the other. */
  readSeq: z.int(),
  otherReadSeq: z.int(),
});
export type ChatRoom = z.infer<typeof chatRoom>;

export const message = z.object({
  /** "{chatRoomId}.{seedOrder}" */
  id: z.string(),
  chatRoomId: id,
  /** A user id or 'system'. */
  senderId: z.string(),
  type: z.enum(MESSAGE_TYPES),
  content: text({ max: FIXED.messageLength }),
  createdAt: time,
  clientCreatedAt: z.nullable(time),
  clientMessageId: id,
  isRead: z.boolean(),
  /** The room's sequence: the same order on both sides, always. */
  seedOrder: z.int(),
});
export type Message = z.infer<typeof message>;

const SENDING: Rate = { burst: 60, perMinute: 600, kind: 'sliced' };
const roomPage = z.array(chatRoom).check(z.maxLength(FIXED.roomsPage));
const messagePage = z.array(message).check(z.maxLength(FIXED.messagesPage));

export const chatCallables = {
  sendMessageV2v2: callable(
    'batched',
    z.object({
      chatRoomId: id,
      /** Made by the sender; the same on every retry. */
      clientMessageId: id,
      type: z.literal('text'),
      content: text({ min: 1, max: FIXED.messageLength }),
      clientCreatedAt: z.nullish(time),
    }),
    z.object({ id: z.string(), seedOrder: z.int(), createdAt: time }),
    SENDING,
  ),
  listChatRooms: callable('query', nothing, z.object({ chatRooms: roomPage })),
  /** Neither: the latest. before: older ones. after: newer ones. Ascending by seedOrder. */
  listMessages: callable(
    'query',
    z.object({
      chatRoomId: id,
      before: z.nullish(z.int()),
      after: z.nullish(z.int()),
      limit: z.nullish(z.int().check(z.gte(1), z.lte(FIXED.messagesPage))),
    }),
    z.object({ chatRoom, messages: messagePage, hasMore: z.boolean() }),
  ),
  markRead: callable(
    'command',
    z.object({ chatRoomId: id, seedOrder: z.int() }),
    z.object({ readSeq: z.int(), unread: z.int() }),
  ),
  roomAfter: callable(
    'query',
    z.object({ chatRoomId: id, seq: z.int() }),
    z.object({ chatRoom, messages: messagePage, hasMore: z.boolean() }),
  ),
  sync: callable(
    'query',
    z.object({
      /** From the last sync's `now` minus 60 s; null at first. */
      since: z.nullable(time),
      rooms: z.array(z.object({ chatRoomId: id, seq: z.int() })).check(z.maxLength(FIXED.roomsOpen)),
    }),
    z.object({
      now: time,
      chatRooms: roomPage,
      missing: z
        .array(z.object({ chatRoomId: id, messages: messagePage, hasMore: z.boolean() }))
        .check(z.maxLength(FIXED.roomsOpen)),
      engagement: engagementView,
      call: z.nullable(callView),
    }),
  ),
} as const;
