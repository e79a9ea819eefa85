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
/** What a user is doing in a room. */
export const ACTIVITIES = ['typing', 'recording', 'none'] as const;
export const PRESENCES = ['online', 'away', 'offline'] as const;
/** sealed until its recipient opens it; an opened, expired or withdrawn one has no bytes any more. */
export const ONE_TIME_STATES = ['sealed', 'opened', 'expired', 'withdrawn'] as const;
export const CALL_OUTCOMES = ['talked', 'missed', 'declined', 'cancelled', 'busy', 'failed'] as const;

const seconds = z.int().check(z.nonnegative());
const oneTime = z.object({ kind: z.literal('one_time_image'), state: z.enum(ONE_TIME_STATES) });
const callLine = z.object({
  kind: z.literal('call'),
  callId: id,
  callerId: id,
  outcome: z.enum(CALL_OUTCOMES),
  /** Seconds of talk; null when there was none. */
  seconds: z.nullable(seconds),
});

/** What a message carries beside its text. mintMediaUrls returns the addresses of its bytes. */
export const attachment = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('voice'), seconds, waveform }),
  z.object({
    kind: z.literal('image'),
    width: z.int(),
    height: z.int(),
    /** A data: address of a few hundred bytes, shown until the image has loaded. */
    placeholder: text({ max: FIXED.placeholderLength }),
  }),
  oneTime,
  callLine,
]);
export type Attachment = z.infer<typeof attachment>;

/** What the list shows of a room's last message. `lastMessage` holds a text's content. */
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
  /** The other is known by alias only, here and in every message, until both like. */
  isAnonymous: z.boolean(),
  /** A stranger's hello: one message until the recipient accepts. */
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
  /** Null between strangers, and in a closed room. */
  otherPresence: z.nullable(z.enum(PRESENCES)),
  /** The room's newest sequence number, over messages and changes. */
  lastSeq: z.int(),
  unread: z.int(),
  /** Marked as unread by hand, until it is read again. */
  markedUnread: z.boolean(),
  /** How far you and the other have read. 0 where one of the two has read receipts off. */
  readSeq: z.int(),
  otherReadSeq: z.int(),
});
export type ChatRoom = z.infer<typeof chatRoom>;

/** The message that this one replies to, as it is now. */
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
  /** One per user. */
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
 * A message as it is since that number of the room's sequence: deleted, reacted to, opened. Under the message's own
 * number only your view of it has changed, which takes no number of the sequence.
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
          /** Generated by the sender; the same on every retry. */
          clientMessageId: id,
          type: z.enum(['text', 'image', 'voice', 'one_time_image']),
          /** The content of a text, or the caption of an image. */
          content: z._default(optionalVisibleText({ max: FIXED.messageLength, layout: 'lines' }), ''),
          clientCreatedAt: z.nullish(clientTime),
          /** The seedOrder of the message replied to. */
          replyTo: z.nullish(z.int().check(z.positive())),
          /** The answer of an upload. */
          media: z.nullish(z.object({ path: mediaPath, waveform: z.nullish(waveform) })),
        })
        .check(z.refine(isWhole, 'a text has words, everything else has media')),
    () => z.object({ id: messageId, seedOrder: z.int(), createdAt: time }),
    SENDING,
  ),
  /** Newest first. cursor: `next` of the page before. */
  listChatRooms: callable(
    'query',
    () => z._default(z.nullable(z.object({ cursor: z.nullish(text({ max: 100 })) })), null),
    () => z.object({ chatRooms: roomPage, next: z.nullable(z.string()) }),
  ),
  /** Ascending by seedOrder. before: older ones. after: newer ones. Neither: the latest. */
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
  /** Puts a room back among the unread. */
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
  /** Deletes your own message for both, within an hour. */
  deleteMessage: callable(
    'command',
    () => ofMessage,
    () => messageChange,
  ),
  /** null removes your reaction. */
  setReaction: callable(
    'command',
    () => z.object({ messageId, emoji: z.nullable(emoji) }),
    () => messageChange,
  ),
  /** Repeat every few seconds while it lasts. */
  setTyping: callable(
    'query',
    () => z.object({ chatRoomId: id, activity: z.enum(ACTIVITIES) }),
    () => done,
    TYPING,
  ),
  /** The presence of the calling tab. chatRoomId: the room seen there, where messages need no notification. */
  reportPresence: callable(
    'query',
    () => z.object({ presence: z.enum(['online', 'away']), chatRoomId: z.nullish(id) }),
    () => done,
  ),
  /** Only with a user that liked you back, that a comment brought, or that you closed a chat with yourself. */
  getOrCreateChatRoom: callable(
    'command',
    () => z.object({ userId: id }),
    () => z.object({ chatRoomId: id }),
  ),
  /** Closes a room for both. */
  deleteChatRoomV2v2: callable(
    'command',
    () => inRoom,
    () => done,
  ),
  /** Removes a closed room for the caller; it is readable until then. An open one is closed for both first. */
  leaveChatRoom: callable(
    'command',
    () => inRoom,
    () => done,
  ),
  sync: callable(
    'query',
    () =>
      z.object({
        /** The last sync's `now` minus 60 s; null at first. */
        since: z.nullable(time),
        rooms: z.array(z.object({ chatRoomId: id, seq: z.int() })).check(z.maxLength(FIXED.roomsOpen)),
        /** `next` of the answer before, for more changes since then. */
        cursor: z.nullish(text({ max: 100 })),
      }),
    () =>
      z.object({
        now: time,
        chatRooms: roomPage,
        /** Set where more rooms have changed than are here. Null where `since` is: listChatRooms has the rest. */
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
