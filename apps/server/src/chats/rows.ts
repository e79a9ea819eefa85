export type RoomType = 'direct' | 'mode2' | 'mode3' | 'post';

/** A room as stored. `a` and `b` are its two members. */
export interface RoomRow {
  id: string;
  type: string;
  a: string;
  b: string;
  open: boolean;
  closed_by: string | null;
  closed_at: Date | null;
  /** Who said hello and waits to be accepted; null in any other room. */
  requested_by: string | null;
  created_at: Date;
  /** Over messages and changes. */
  last_seq: number;
  last_message: string | null;
  last_message_at: Date | null;
  last_message_sender: string | null;
  last_message_summary: unknown;
  /** When the last message was made, while that one is hidden. */
  hidden_head_at: Date | null;
  /** What each is known by to the other one; null: by their name. */
  a_alias: string | null;
  b_alias: string | null;
  a_read: number;
  b_read: number;
  a_unread: number;
  b_unread: number;
  a_marked_unread: boolean;
  b_marked_unread: boolean;
  /** An unread notification stands for what is unread here. */
  a_notified: boolean;
  b_notified: boolean;
  /** When each has left it; null: they have not. */
  a_left_at: Date | null;
  b_left_at: Date | null;
  /** One blocked the other, whichever. */
  blocked: boolean;
  /** One of the two shows no reading, or has not accepted the other yet: neither sees the other's. */
  reading_hidden: boolean;
}

/** What is shown of a room to one of its members depends on this alone. */
export type SeenRoom = Omit<RoomRow, 'closed_at' | 'a_notified' | 'b_notified' | 'a_left_at' | 'b_left_at'>;

export interface MessageRow {
  room_id: string;
  seq: number;
  /** Null: the system. With the type 'system': who has ended the chat. */
  sender_id: string | null;
  client_message_id: string;
  type: string;
  content: string;
  reply_to: number | null;
  attachment: unknown;
  media_path: string | null;
  /** Counts as unread for nobody. */
  silent: boolean;
  a_reaction: string | null;
  b_reaction: string | null;
  created_at: Date;
  client_created_at: Date | null;
  deleted_at: Date | null;
  /** Until somebody has looked at it, nobody sees it but its sender. */
  hidden_at: Date | null;
}

/** The same of a message. */
export type SeenMessage = Omit<MessageRow, 'media_path' | 'silent'>;

export type Side = 'a' | 'b';

/** Those of its two who have not left it. */
export function membersOf({ a, b, a_left_at, b_left_at }: RoomRow): string[] {
  return [...(a_left_at === null ? [a] : []), ...(b_left_at === null ? [b] : [])];
}

export function otherOf({ a, b }: Pick<RoomRow, 'a' | 'b'>, userId: string): string {
  return userId === a ? b : a;
}

export function sideOf({ a }: Pick<RoomRow, 'a'>, userId: string): Side {
  return userId === a ? 'a' : 'b';
}

/**
 * Whether its two know each other now: what is told of the one to the other for this room's sake. Somebody who has said
 * hello is known once the other accepts.
 */
export function revealsNames(room: Pick<RoomRow, 'a_alias' | 'open' | 'blocked' | 'requested_by'>): boolean {
  const { a_alias, open, blocked, requested_by } = room;
  return open && !blocked && requested_by === null && a_alias === null;
}

/** The other one has closed it. */
export function isShutOut({ open, closed_by }: Pick<RoomRow, 'open' | 'closed_by'>, viewer: string): boolean {
  return !open && closed_by !== viewer;
}
