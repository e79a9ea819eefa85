import * as z from 'zod/mini';
import { callable, type Rate } from './callable.ts';
import { FIXED } from './limits.ts';
import { mediaPath, waveform } from './media.ts';
import { notified } from './notifications.ts';
import { chatter, clientTime, done, emoji, id, messageId, person, shownEmoji, text, time } from './schema.ts';
import { optionalVisibleText } from './visible-text.ts';
import { callView, engagementView } from './voice.ts';

export const ROOM_TYPES = ['direct', 'mode2', 'mode3', 'post'] as const;
export const MESSAGE_TYPES = ['text', 'image', 'voice', 'one_time_image', 'system', 'call'] as const;
/** What somebody is doing in a room. */
export const ACTIVITIES = ['typing', 'recording', 'none'] as const;
export const PRESENCES = ['online', 'away', 'offline'] as const;
/** sealed until its recipient opens it; one that is opened, expired or withdrawn has no bytes any more. */
export const ONE_TIME_STATES = ['sealed', 'opened', 'expired', 'withdrawn'] as const;
export const CALL_OUTCOMES = ['talked', 'missed', 'declined', 'cancelled', 'busy', 'failed'] as const;

const seconds = z.int().check(z.nonnegative());
const oneTime = z.object({ kind: z.literal('one_time_image'), state: z.enum(ONE_TIME_STATES) });
const callLine = z.object({
  kind: z.literal('call'),
  callId: id,
  callerId: id,
  outcome: z.enum(CALL_OUTCOMES),
  /** Of talk; null when there was none. */
  seconds: z.nullable(seconds),
});

/** What a message carries beside its text. Its bytes are read by addresses of mintMediaUrls. */
export const attachment = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('voice'), seconds, waveform }),
  z.object({
    kind: z.literal('image'),
    width: z.int(),
    height: z.int(),
    /** A few hundred bytes of data: address, shown until the image is there. */
    placeholder: text({ max: FIXED.placeholderLength }),
  }),
  oneTime,
  callLine,
]);
export type Attachment = z.infer<typeof attachment>;

/** What the list says of a room's last message. The text of a text is `lastMessage`. */
export const summary = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['text', 'image', 'system', 'deleted']) }),
  z.object({ kind: z.literal('voice'), seconds }),
  oneTime,
  callLine,
]);
export type Summary = z.infer<typeof summary>;

export const chatRoom = z.object({
  id,
  participants: z.tuple([chatter, chatter]),
  /** The other is known by an alias only, here and in every message, until both like. */
  isAnonymous: z.boolean(),
  /** Somebody unknown has said hello: one message until the other accepts. */
  request: z.nullable(z.enum(['yours', 'theirs'])),
  type: z.enum(ROOM_TYPES),
  createdAt: time,
  /** At most 100 characters; empty for what has no text. */
  lastMessage: z.nullable(text({ max: FIXED.messagePreviewLength })),
  lastMessageAt: z.nullable(time),
  /** A user id, an alias or 'system'. */
  lastMessageSenderId: z.nullable(z.string()),
  lastMessageSummary: z.nullable(summary),
  isEmpty: z.boolean(),
  isActive: z.boolean(),
  /** In an anonymous room: the alias, "Anonymous", no picture. */
  other: z.object({ ...person.shape, userId: chatter }),
  /** Null where the two do not know each other, and in a closed room. */
  otherPresence: z.nullable(z.enum(PRESENCES)),
  /** The room's newest sequence number, over messages and changes. */
  lastSeq: z.int(),
  unread: z.int(),
  /** Put back among the unread by hand, until it is read again. */
  markedUnread: z.boolean(),
  /** You have read up to here; so has the other. 0 where one of the two shows no reading. */
  readSeq: z.int(),
  otherReadSeq: z.int(),
});
export type ChatRoom = z.infer<typeof chatRoom>;

/** What a message answers to, as it is now. */
export const quote = z.object({
  seedOrder: z.int(),
  senderId: z.string(),
  /** At most 100 characters. */
  content: text({ max: FIXED.messagePreviewLength }),
  summary,
});
export type Quote = z.infer<typeof quote>;

export const message = z.object({
  id: messageId,
  chatRoomId: id,
  /** A user id, an alias or 'system'. */
  senderId: z.string(),
  type: z.enum(MESSAGE_TYPES),
  /** Empty once deleted. */
  content: text({ max: FIXED.messageLength }),
  attachment: z.nullable(attachment),
  replyTo: z.nullable(quote),
  /** One a person. */
  reactions: z.array(z.object({ userId: chatter, emoji: shownEmoji })).check(z.maxLength(2)),
  isDeleted: z.boolean(),
  createdAt: time,
  clientCreatedAt: z.nullable(time),
  clientMessageId: id,
  isRead: z.boolean(),
  /** The room's sequence: the same order on both sides, always. */
  seedOrder: z.int(),
});
export type Message = z.infer<typeof message>;

/**
 * A message as it is since that number of the room's sequence: deleted, reacted to, opened. Its own number: as it shows to
 * you from now on, which to the other one it does not, so that it has no number of its own.
 */
export const messageChange = z.object({ seq: z.int(), message });
export type MessageChange = z.infer<typeof messageChange>;

const SENDING: Rate = { burst: 60, perMinute: 600, kind: 'sliced' };
const TYPING: Rate = { burst: 30, perMinute: 60, kind: 'sliced' };
const inRoom = z.object({ chatRoomId: id });
const ofMessage = z.object({ messageId });
const roomPage = z.array(chatRoom).check(z.maxLength(FIXED.roomsPage));
const messagePage = z.array(message).check(z.maxLength(FIXED.messagesPage));
/** Messages and changes after a number, complete up to `upTo`. */
const afterPage = {
  messages: messagePage,
  changes: z.array(messageChange).check(z.maxLength(FIXED.messagesPage)),
  upTo: z.int(),
  hasMore: z.boolean(),
};

export const chatCallables = {
  sendMessageV2v2: callable(
    'batched',
    () =>
      z
        .object({
          chatRoomId: id,
          /** Made by the sender; the same on every retry. */
          clientMessageId: id,
          type: z.enum(['text', 'image', 'voice', 'one_time_image']),
          /** The words of a text, or beneath an image. */
          content: z._default(optionalVisibleText({ max: FIXED.messageLength, layout: 'lines' }), ''),
          clientCreatedAt: z.nullish(clientTime),
          /** The seedOrder of the message that is answered. */
          replyTo: z.nullish(z.int().check(z.positive())),
          /** What an upload answered. */
          media: z.nullish(z.object({ path: mediaPath, waveform: z.nullish(waveform) })),
        })
        .check(z.refine(isWhole, 'a text has words, everything else has media')),
    () => z.object({ id: messageId, seedOrder: z.int(), createdAt: time }),
    SENDING,
  ),
  /** Newest first. cursor: what the page before answered as `next`. */
  listChatRooms: callable(
    'query',
    () => z._default(z.nullable(z.object({ cursor: z.nullish(text({ max: 100 })) })), null),
    () => z.object({ chatRooms: roomPage, next: z.nullable(z.string()) }),
  ),
  /** Neither: the latest. before: older ones. after: newer ones. Ascending by seedOrder. */
  listMessages: callable(
    'query',
    () =>
      z.object({
        chatRoomId: id,
        before: z.nullish(z.int()),
        after: z.nullish(z.int()),
        limit: z.nullish(z.int().check(z.gte(1), z.lte(FIXED.messagesPage))),
      }),
    () => z.object({ chatRoom, messages: messagePage, hasMore: z.boolean() }),
  ),
  markRead: callable(
    'command',
    () => z.object({ chatRoomId: id, seedOrder: z.int() }),
    () => z.object({ readSeq: z.int(), unread: z.int() }),
  ),
  /** Back among the unread. */
  markUnread: callable(
    'command',
    () => inRoom,
    () => done,
  ),
  roomAfter: callable(
    'query',
    () => z.object({ chatRoomId: id, seq: z.int() }),
    () => z.object({ chatRoom, ...afterPage }),
  ),
  /** Your own, within an hour, for both. */
  deleteMessage: callable(
    'command',
    () => ofMessage,
    () => messageChange,
  ),
  /** null takes yours back. */
  setReaction: callable(
    'command',
    () => z.object({ messageId, emoji: z.nullable(emoji) }),
    () => messageChange,
  ),
  /** To be repeated every few seconds as long as it is so. */
  setTyping: callable(
    'query',
    () => z.object({ chatRoomId: id, activity: z.enum(ACTIVITIES) }),
    () => done,
    TYPING,
  ),
  /** Of the tab it comes from. chatRoomId: the room that is seen there, whose messages need no notification. */
  reportPresence: callable(
    'query',
    () => z.object({ presence: z.enum(['online', 'away']), chatRoomId: z.nullish(id) }),
    () => done,
  ),
  /** Only with somebody who liked you back, whom a comment brought, or whose chat you have closed yourself. */
  getOrCreateChatRoom: callable(
    'command',
    () => z.object({ userId: id }),
    () => z.object({ chatRoomId: id }),
  ),
  /** Closes it for both. */
  deleteChatRoomV2v2: callable(
    'command',
    () => inRoom,
    () => done,
  ),
  /** A closed room is readable until it is left, by the one who leaves it. An open one is closed for both first. */
  leaveChatRoom: callable(
    'command',
    () => inRoom,
    () => done,
  ),
  sync: callable(
    'query',
    () =>
      z.object({
        /** From the last sync's `now` minus 60 s; null at first. */
        since: z.nullable(time),
        rooms: z.array(z.object({ chatRoomId: id, seq: z.int() })).check(z.maxLength(FIXED.roomsOpen)),
        /** For more of what changed since then: what the answer before had as `next`. */
        cursor: z.nullish(text({ max: 100 })),
      }),
    () =>
      z.object({
        now: time,
        chatRooms: roomPage,
        /** More rooms have changed than are here. Null as well where `since` is: the rest of the list is listChatRooms'. */
        next: z.nullable(z.string()),
        missing: z.array(z.object({ chatRoomId: id, ...afterPage })).check(z.maxLength(FIXED.roomsOpen)),
        engagement: engagementView,
        call: z.nullable(callView),
        notified,
      }),
  ),
} as const;

function isWhole({ type, content, media }: { type: string; content: string; media?: unknown }): boolean {
  return type === 'text' ? content !== '' && !media : Boolean(media);
}
