import type { SeenMessage, SeenRoom } from './rows.ts';

/** Content that awaits a moderator reads as deleted to all but its author. */
const GONE = { content: '', attachment: null } as const;

export function messageFor(row: SeenMessage, viewer: string): SeenMessage {
  if (row.hidden_at === null || row.sender_id === viewer) return row;
  return { ...row, ...GONE, reply_to: null, a_reaction: null, b_reaction: null, deleted_at: row.hidden_at };
}

/** Hides a quoted message. */
export function quotedFor<
  Row extends Pick<SeenMessage, 'sender_id' | 'content' | 'attachment' | 'deleted_at' | 'hidden_at'>,
>(row: Row, viewer: string): Row {
  if (row.hidden_at === null || row.sender_id === viewer) return row;
  return { ...row, ...GONE, deleted_at: row.hidden_at };
}

/** Hides a room's last message in the list. */
export function headFor(room: SeenRoom, viewer: string): SeenRoom {
  const { hidden_head_at, last_message_at, last_message_sender } = room;
  if (hidden_head_at === null || last_message_sender === viewer) return room;
  if (hidden_head_at.getTime() !== last_message_at?.getTime()) return room;
  return { ...room, last_message: '', last_message_summary: { kind: 'deleted' } };
}
