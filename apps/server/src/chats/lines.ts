import { preview, summaryOf, type Attachment } from '@yonder/contract';
import type { Tx } from '../platform/database.ts';
import { uuidv7 } from '../platform/ids.ts';
import { insertMessage } from './messages-store.ts';
import { listAnew, lockRoom, updateRoom } from './rooms-store.ts';
import { otherOf, sideOf, type RoomRow } from './rows.ts';
import { storedSummary } from './summaries.ts';
import type { Telling } from './telling.ts';
import { messageId, SYSTEM } from './views.ts';

/** A message that accompanies another action, mostly of another module. */
export interface Line {
  type: 'call' | 'system' | 'text';
  /** Null: the system. On a system message: the member it is about. */
  senderId: string | null;
  content: string;
  attachment: Attachment | null;
  /** The number of the quoted message. */
  replyTo?: number;
  /** unread: for the recipient. */
  counts: 'unread' | 'silent';
}

/** `members` get the event and a moved list entry; both by default. */
type Append = Line & { telling: Telling; members?: readonly string[] };

/** Takes the room's next number; the caller has locked its row. Returns the message's id. */
export async function appendLine(
  tx: Tx,
  room: RoomRow,
  { telling, members = [room.a, room.b], ...line }: Append,
): Promise<string> {
  const { senderId, attachment, content, type, counts, replyTo } = line;
  const seq = room.last_seq + 1;
  const row = await insertMessage(tx, {
    room_id: room.id,
    seq,
    sender_id: senderId,
    client_message_id: uuidv7(tx.now.getTime()),
    type,
    content,
    attachment: attachment && JSON.stringify(attachment),
    silent: counts === 'silent',
    created_at: tx.now,
    ...(replyTo !== undefined && { reply_to: replyTo }),
  });
  await updateRoom(tx, room.id, {
    last_seq: seq,
    last_message: preview(content),
    last_message_at: tx.now,
    last_message_sender: type === 'system' ? SYSTEM : (senderId ?? SYSTEM),
    last_message_summary: storedSummary(
      summaryOf({
        type,
        attachment,
        isDeleted: false,
      }),
    ),
    ...(counts === 'unread' && senderId !== null && oneMoreFor(room, otherOf(room, senderId))),
  });
  await listAnew(tx, room.id, members);
  await telling.created(tx, room, { row, members });
  await telling.room(tx, room.id, members);
  return messageId(room.id, seq);
}

/**
 * Runs in another module's transaction and locks the room, so sessions are locked before. Returns the message's id;
 * null when the room is closed and has had its last message.
 */
export function createLines(telling: Telling) {
  return {
    async addLine(tx: Tx, { roomId, ...line }: Line & { roomId: string }): Promise<string | null> {
      const room = await lockRoom(tx, roomId);
      return room.open ? appendLine(tx, room, { ...line, telling }) : null;
    },
  };
}

function oneMoreFor(room: RoomRow, reader: string) {
  return sideOf(room, reader) === 'a' ? { a_unread: room.a_unread + 1 } : { b_unread: room.b_unread + 1 };
}
