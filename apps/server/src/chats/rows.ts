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
  /** Sender of a hello not yet accepted; null in any other room. */
  requested_by: string | null;
  created_at: Date;
  /** Number of the latest message or change. */
  last_seq: number;
  last_message: string | null;
  last_message_at: Date | null;
  last_message_sender: string | null;
  last_message_summary: unknown;
  /** When the last message was made, while that one is hidden. */
  hidden_head_at: Date | null;
  /** Each member's alias to the other; null: the name. */
  a_alias: string | null;
  b_alias: string | null;
  a_read: number;
  b_read: number;
  a_unread: number;
  b_unread: number;
  a_marked_unread: boolean;
  b_marked_unread: boolean;
  /** An unread notification exists for this room. */
  a_notified: boolean;
  b_notified: boolean;
  /** When each member left; null: still there. */
  a_left_at: Date | null;
  b_left_at: Date | null;
  /** One member blocked the other. */
  blocked: boolean;
  /** One member hides read marks, or the hello is not accepted: neither sees the other's. */
  reading_hidden: boolean;
}

/** All that a member's view of a room depends on. */
export type SeenRoom = Omit<RoomRow, 'closed_at' | 'a_notified' | 'b_notified' | 'a_left_at' | 'b_left_at'>;

export interface MessageRow {
  room_id: string;
  seq: number;
  /** Null: the system. With type 'system': the member that ended the chat. */
  sender_id: string | null;
  client_message_id: string;
  type: string;
  content: string;
  reply_to: number | null;
  attachment: unknown;
  media_path: string | null;
  /** Counts as unread for no member. */
  silent: boolean;
  a_reaction: string | null;
  b_reaction: string | null;
  created_at: Date;
  client_created_at: Date | null;
  deleted_at: Date | null;
  /** Only the sender sees it until a moderator has decided. */
  hidden_at: Date | null;
}

/** All that views of a message need. */
export type SeenMessage = Omit<MessageRow, 'media_path' | 'silent'>;

export type Side = 'a' | 'b';

/** Returns members that have not left. */
export function membersOf({ a, b, a_left_at, b_left_at }: RoomRow): string[] {
  return [...(a_left_at === null ? [a] : []), ...(b_left_at === null ? [b] : [])];
}

export function otherOf({ a, b }: Pick<RoomRow, 'a' | 'b'>, userId: string): string {
  return userId === a ? b : a;
}

export function sideOf({ a }: Pick<RoomRow, 'a'>, userId: string): Side {
  return userId === a ? 'a' : 'b';
}

/** Whether the two know each other now, and may see names here. A hello's sender is known once accepted. */
export function revealsNames(room: Pick<RoomRow, 'a_alias' | 'open' | 'blocked' | 'requested_by'>): boolean {
  const { a_alias, open, blocked, requested_by } = room;
  return open && !blocked && requested_by === null && a_alias === null;
}

/** Whether the other member closed it. */
export function isShutOut({ open, closed_by }: Pick<RoomRow, 'open' | 'closed_by'>, viewer: string): boolean {
  return !open && closed_by !== viewer;
}
