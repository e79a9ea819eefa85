import {
  ANONYMOUS,
  FIXED,
  MESSAGE_TYPES,
  ROOM_TYPES,
  type ChatRoom,
  type Message,
  type Person,
} from '@yonder/contract';

/** A room as stored. `a` and `b` are its two members. */
export interface RoomRow {
  id: string;
  type: string;
  a: string;
  b: string;
  open: boolean;
  created_at: Date;
  last_seq: number;
  last_message: string | null;
  last_message_at: Date | null;
  last_message_sender: string | null;
  a_read: number;
  b_read: number;
  a_unread: number;
  b_unread: number;
  /** One blocked the other, whichever. */
  blocked: boolean;
}

export interface MessageRow {
  room_id: string;
  seq: number;
  sender_id: string | null;
  client_message_id: string;
  type: string;
  content: string;
  created_at: Date;
  client_created_at: Date | null;
}

export const SYSTEM = 'system';

export function otherOf({ a, b }: Pick<RoomRow, 'a' | 'b'>, userId: string): string {
  return userId === a ? b : a;
}

/** A room as one of its members sees it. After a block nobody's name or face is in it. */
export function chatRoomOf(row: RoomRow, viewer: string, people: ReadonlyMap<string, Person>): ChatRoom {
  const otherId = otherOf(row, viewer);
  const nobody: Person = { userId: otherId, name: ANONYMOUS, photo: null, thumb: null };
  return {
    id: row.id,
    participants: [row.a, row.b],
    type: knownOf(ROOM_TYPES, row.type),
    createdAt: row.created_at.getTime(),
    lastMessage: row.last_message === null ? null : preview(row.last_message),
    lastMessageAt: row.last_message_at?.getTime() ?? null,
    lastMessageSenderId: row.last_message_sender,
    isEmpty: row.last_message_at === null,
    isActive: row.open,
    other: (row.blocked ? undefined : people.get(otherId)) ?? nobody,
    lastSeq: row.last_seq,
    unread: viewer === row.a ? row.a_unread : row.b_unread,
    readSeq: viewer === row.a ? row.a_read : row.b_read,
    otherReadSeq: viewer === row.a ? row.b_read : row.a_read,
  };
}

/** A message as one of the room's members sees it: read once the one it was for has read it. */
export function messageOf(row: MessageRow, viewer: string, room: RoomRow): Message {
  const reader = row.sender_id === null ? viewer : otherOf(room, row.sender_id);
  const readSeq = reader === room.a ? room.a_read : room.b_read;
  return {
    id: messageId(row.room_id, row.seq),
    chatRoomId: row.room_id,
    senderId: row.sender_id ?? SYSTEM,
    type: knownOf(MESSAGE_TYPES, row.type),
    content: row.content,
    createdAt: row.created_at.getTime(),
    clientCreatedAt: row.client_created_at?.getTime() ?? null,
    clientMessageId: row.client_message_id,
    isRead: row.seq <= readSeq,
    seedOrder: row.seq,
  };
}

export function messageId(roomId: string, seq: number): string {
  return `${roomId}.${seq}`;
}

/** The room and number a message's id names. */
export function parseMessageId(id: string): { roomId: string; seq: number } | undefined {
  const [, roomId, seq] = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.(\d{1,15})$/.exec(id) ?? [];
  return roomId === undefined ? undefined : { roomId, seq: Number(seq) };
}

/** PostgreSQL counts characters, the wire UTF-16 units; a cut never leaves half a character behind. */
function preview(content: string): string {
  if (content.length <= FIXED.messagePreviewLength) return content;
  return content
    .slice(0, FIXED.messagePreviewLength)
    .toWellFormed()
    .replace(/\uFFFD$/, '');
}

function knownOf<Value extends string>(values: readonly Value[], stored: string): Value {
  const known = values.find((value) => value === stored);
  if (known === undefined) throw new Error(`stored as ${stored}, which is none of ${values.join(', ')}`);
  return known;
}
