import {
  ANONYMOUS,
  attachment as attachmentOf,
  MESSAGE_TYPES,
  preview,
  ROOM_TYPES,
  summaryOf,
  type ChatRoom,
  type Message,
  type Person,
  type Quote,
} from '@yonder/contract';
import type { PersonPresence } from '../platform/live/presence.ts';
import { contentFor, lastMessageFor } from './endings.ts';
import { headFor, messageFor, quotedFor } from './hidden.ts';
import { isShutOut, otherOf, revealsNames, type SeenMessage, type SeenRoom } from './rows.ts';
import { isAnonymous, knownAs, strangersMarks } from './strangers.ts';
import { headSummary } from './summaries.ts';

export const SYSTEM = 'system';

/** The other members of a page of rooms. */
export interface Others {
  people: ReadonlyMap<string, Person>;
  /** A missing user is offline. */
  presences: ReadonlyMap<string, PersonPresence>;
}

/**
 * Returns a room as one member sees it. It has no name or photo before two strangers like each other, after a block,
 * and once the other member closed it: a block must look like a closed room.
 */
export function chatRoomOf(room: SeenRoom, viewer: string, { people, presences }: Others): ChatRoom {
  const row = headFor(room, viewer);
  const otherId = otherOf(row, viewer);
  const called = (userId: string): string => knownAs(row, userId, viewer);
  const nobody: Person = { userId: called(otherId), name: ANONYMOUS, photo: null, thumb: null };
  const isHidden = row.blocked || isAnonymous(row) || isShutOut(row, viewer);
  const lastMessage = lastMessageFor(row, viewer);
  const isA = viewer === row.a;
  const otherReadSeq = isA ? row.b_read : row.a_read;
  return {
    id: row.id,
    participants: [called(row.a), called(row.b)],
    isAnonymous: isAnonymous(row),
    request: requestOf(row, viewer),
    type: knownOf(ROOM_TYPES, row.type),
    createdAt: row.created_at.getTime(),
    lastMessage: lastMessage === null ? null : preview(lastMessage),
    lastMessageAt: row.last_message_at?.getTime() ?? null,
    lastMessageSenderId: row.last_message_sender === otherId ? called(otherId) : row.last_message_sender,
    lastMessageSummary: headSummary(row),
    isEmpty: row.last_message_at === null,
    isActive: row.open,
    other: (isHidden ? undefined : people.get(otherId)) ?? nobody,
    otherPresence: revealsNames(row) ? (presences.get(otherId) ?? 'offline') : null,
    lastSeq: row.last_seq,
    unread: isA ? row.a_unread : row.b_unread,
    markedUnread: isA ? row.a_marked_unread : row.b_marked_unread,
    readSeq: isA ? row.a_read : row.b_read,
    otherReadSeq: row.reading_hidden ? 0 : otherReadSeq,
  };
}

function requestOf({ open, requested_by }: SeenRoom, viewer: string): ChatRoom['request'] {
  if (!open || requested_by === null) return null;
  return requested_by === viewer ? 'yours' : 'theirs';
}

/** Returns a message as one member sees it: read once its recipient has read it, if both show read marks. */
export function messageOf(
  stored: SeenMessage,
  viewer: string,
  { room, quoted }: { room: SeenRoom; quoted: SeenMessage | undefined },
): Message {
  const row = messageFor(stored, viewer);
  const reader = row.sender_id === null ? viewer : otherOf(room, row.sender_id);
  const readSeq = reader === room.a ? room.a_read : room.b_read;
  const isShown = reader === viewer || !room.reading_hidden;
  const id = messageId(row.room_id, row.seq);
  const senderId = senderOf(row, room, viewer);
  const isStrangers = isAnonymous(room) && row.sender_id !== viewer;
  return {
    id,
    chatRoomId: row.room_id,
    senderId,
    type: knownOf(MESSAGE_TYPES, row.type),
    content: contentFor(row, viewer),
    attachment: row.attachment === null ? null : attachmentOf.parse(row.attachment),
    replyTo: quoted ? { ...quoteOf(quoted, viewer), senderId: senderOf(quoted, room, viewer) } : null,
    reactions: reactionsOf(row, room, viewer),
    isDeleted: row.deleted_at !== null,
    createdAt: row.created_at.getTime(),
    clientCreatedAt: row.client_created_at?.getTime() ?? null,
    clientMessageId: row.client_message_id,
    ...(isStrangers && strangersMarks(id)),
    isRead: isShown && row.seq <= readSeq,
    seedOrder: row.seq,
  };
}

/** Returns a quoted message as it is now. */
export function quoteOf(
  stored: Pick<SeenMessage, 'seq' | 'sender_id' | 'content' | 'attachment' | 'type' | 'deleted_at' | 'hidden_at'>,
  viewer: string,
): Quote {
  const row = quotedFor(stored, viewer);
  return {
    seedOrder: row.seq,
    senderId: row.sender_id ?? SYSTEM,
    content: preview(row.content),
    summary: summaryOf({
      type: row.type,
      attachment: row.attachment === null ? null : attachmentOf.parse(row.attachment),
      isDeleted: row.deleted_at !== null,
    }),
  };
}

function senderOf(
  { type, sender_id }: Pick<SeenMessage, 'type' | 'sender_id'>,
  room: SeenRoom,
  viewer: string,
): string {
  return type === SYSTEM || sender_id === null ? SYSTEM : knownAs(room, sender_id, viewer);
}

function reactionsOf(row: SeenMessage, room: SeenRoom, viewer: string): Message['reactions'] {
  if (row.a_reaction === null && row.b_reaction === null) return [];
  const given = [
    { userId: knownAs(room, room.a, viewer), emoji: row.a_reaction },
    { userId: knownAs(room, room.b, viewer), emoji: row.b_reaction },
  ];
  return given.flatMap(({ userId, emoji }) => (emoji === null ? [] : [{ userId, emoji }]));
}

export function messageId(roomId: string, seq: number): string {
  return `${roomId}.${seq}`;
}

/** Parses a message's id into room and number. */
export function parseMessageId(id: string): { roomId: string; seq: number } | undefined {
  const [, roomId, seq] = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.(\d{1,15})$/.exec(id) ?? [];
  return roomId === undefined ? undefined : { roomId, seq: Number(seq) };
}

function knownOf<Value extends string>(values: readonly Value[], stored: string): Value {
  const known = values.find((value) => value === stored);
  if (known === undefined) throw new Error(`stored as ${stored}, which is none of ${values.join(', ')}`);
  return known;
}
