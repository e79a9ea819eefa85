import {
  preview,
  summaryOf,
  attachment as attachmentOf,
  FIXED,
  type Input,
  type MessageChange,
  type Output,
} from '@yonder/contract';
import type { Evidence } from '../evidence/index.ts';
import type { Tx } from '../platform/database.ts';
import type { CallContext } from '../platform/dispatcher.ts';
import { DomainError } from '../platform/errors.ts';
import type { Access } from './access.ts';
import { patchOf, type Change } from './change.ts';
import type { ChatMedia } from './media.ts';
import { countUnread, findMessage, newestMessage, storeChange, updateMessage } from './messages-store.ts';
import { listAnew, lockRoom, lockRoomIfThere, updateRoom } from './rooms-store.ts';
import { otherOf, sideOf, type MessageRow, type RoomRow } from './rows.ts';
import { storedSummary } from './summaries.ts';
import type { ChatNotices } from './notices.ts';
import type { Telling } from './telling.ts';
import { parseMessageId } from './views.ts';

interface ChangesOptions {
  access: Access;
  telling: Telling;
  media: Pick<ChatMedia, 'discard'>;
  evidence: Pick<Evidence, 'seal'>;
  notices: Pick<ChatNotices, 'roomRead'>;
}

export type Changes = ReturnType<typeof createChanges>;

interface Applied {
  room: RoomRow;
  row: MessageRow;
  change: Change;
  viewer: string;
  /** Members that get the event now; both by default. */
  members?: readonly string[];
}

/** A change takes the room's next number under its lock, so both members see one order. */
export function createChanges({ access, telling, media, evidence, notices }: ChangesOptions) {
  /** Returns the message as the viewer sees it since its newest change. The caller holds the room's lock. */
  async function apply(
    tx: Tx,
    { room, row, change, viewer, members = [room.a, room.b] }: Applied,
  ): Promise<{ answer: MessageChange; changed: boolean }> {
    const patch = patchOf(row, change, tx.now);
    if (!patch) {
      const message = await telling.message(tx.db, { room, row, viewer });
      return { answer: { seq: room.last_seq, message }, changed: false };
    }
    const seq = room.last_seq + 1;
    const changed = await updateMessage(tx, row, patch);
    await storeChange(tx, { roomId: room.id, seq, kind: change.kind, messageSeq: row.seq });
    const head = {
      ...(await headAfter(tx, room, changed, change)),
      ...(await unreadAfter(tx, room, { row: changed, change, notices })),
    };
    await updateRoom(tx, room.id, { last_seq: seq, ...head });
    await listAnew(tx, room.id, members);
    const answer = await telling.updated(tx, { room, row: changed, seq, viewer, members });
    if (Object.keys(head).length > 0) await telling.room(tx, room.id, members);
    return { answer, changed: true };
  }

  return {
    async delete(
      { userId }: CallContext,
      tx: Tx,
      { messageId }: Input<'deleteMessage'>,
    ): Promise<Output<'deleteMessage'>> {
      const { seq, room: found } = await access.placeOf(tx.db, messageId, userId);
      const room = await lockRoom(tx, found.id);
      const row = await messageIn(tx, room, seq);
      if (row.sender_id !== userId || row.type === 'call' || row.type === 'system')
        throw new DomainError('not-your-message');
      if (row.deleted_at === null && tx.now.getTime() - row.created_at.getTime() > FIXED.deleteWithinMs) {
        throw new DomainError('too-late-to-delete');
      }
      await sealDeleted(tx, { room, row, evidence });
      const { answer } = await apply(tx, { room, row, change: { kind: 'deleted' }, viewer: userId });
      if (row.media_path !== null) await media.discard(tx, row.media_path);
      return answer;
    },

    async react(
      { userId }: CallContext,
      tx: Tx,
      { messageId, emoji }: Input<'setReaction'>,
    ): Promise<Output<'setReaction'>> {
      const { seq, room: found } = await access.placeOf(tx.db, messageId, userId);
      const room = await lockRoom(tx, found.id);
      if (!room.open) throw new DomainError('room-closed');
      if (room.requested_by !== null) throw new DomainError('hello-waits');
      const row = await messageIn(tx, room, seq);
      if (row.deleted_at !== null) throw new DomainError('message-not-found');
      const change = { kind: 'reaction', by: sideOf(room, userId), emoji } as const;
      return (await apply(tx, { room, row, change, viewer: userId })).answer;
    },

    /**
     * Changes a message in another module's transaction. Lock order: sessions, room, files.
     * Returns false when nothing changes or the message is gone.
     */
    async changeMessage(
      tx: Tx,
      { messageId, change, told = 'both' }: { messageId: string; change: ForeignChange; told?: 'both' | 'sender' },
    ): Promise<boolean> {
      const named = parseMessageId(messageId);
      if (!named) return false;
      const room = await lockRoomIfThere(tx, named.roomId);
      const row = room && (await findMessage(tx.db, room.id, named.seq));
      if (!row) return false;
      if (change.kind === 'hidden' || change.kind === 'shown') return veil(tx, { room, row, change, telling });
      const members = told === 'sender' && row.sender_id !== null ? [row.sender_id] : [room.a, room.b];
      const { changed } = await apply(tx, { room, row, change, viewer: room.a, members });
      if (changed && change.kind === 'deleted' && row.media_path !== null) await media.discard(tx, row.media_path);
      return changed;
    },
  };
}

/** Keeps what its sender deletes as evidence, unless the recipient cannot have seen it. */
async function sealDeleted(
  tx: Tx,
  { room, row, evidence }: { room: RoomRow; row: MessageRow } & Pick<ChangesOptions, 'evidence'>,
): Promise<void> {
  if (row.deleted_at !== null || row.sender_id === null) return;
  const attachment = row.attachment === null ? null : attachmentOf.parse(row.attachment);
  if (attachment?.kind === 'one_time_image' && attachment.state !== 'opened') return;
  await evidence.seal(tx, {
    roomId: room.id,
    seq: row.seq,
    sender: row.sender_id,
    recipient: otherOf(room, row.sender_id),
    content: row.content,
    attachment,
    file: row.media_path,
  });
}

/** The author sees no change, not even a number: only the other member gets an event. */
async function veil(
  tx: Tx,
  { room, row, change, telling }: { room: RoomRow; row: MessageRow; change: Change } & Pick<ChangesOptions, 'telling'>,
): Promise<boolean> {
  const patch = patchOf(row, change, tx.now);
  if (!patch || row.sender_id === null) return false;
  const changed = await updateMessage(tx, row, patch);
  const head = await headAfter(tx, room, changed, change);
  const reader = otherOf(room, row.sender_id);
  await telling.veiled(tx, { room, row: changed, reader });
  // Write the row in any case: its version shows that a replica has yet to hide the message.
  await updateRoom(tx, room.id, { last_seq: room.last_seq, ...head });
  if (Object.keys(head).length > 0) await telling.room(tx, room.id, [reader]);
  return true;
}

export type ForeignChange = Exclude<Change, { kind: 'reaction' }>;

async function messageIn(tx: Tx, room: RoomRow, seq: number): Promise<MessageRow> {
  const row = await findMessage(tx.db, room.id, seq);
  if (!row) throw new DomainError('message-not-found');
  return row;
}

/** Returns the list's preview if the change shows in the room's last message. */
async function headAfter(tx: Tx, room: RoomRow, row: MessageRow, { kind }: Change) {
  if (kind === 'reaction' || (await newestMessage(tx.db, room.id)) !== row.seq) return {};
  if (kind === 'hidden' || kind === 'shown') return { hidden_head_at: kind === 'hidden' ? row.created_at : null };
  const given = row.attachment === null ? null : attachmentOf.parse(row.attachment);
  const head = summaryOf({ type: row.type, attachment: given, isDeleted: row.deleted_at !== null });
  return { last_message: preview(row.content), last_message_summary: storedSummary(head) };
}

/** Recounts unread messages: one deleted before it is read no longer counts. */
async function unreadAfter(
  tx: Tx,
  room: RoomRow,
  {
    row: { sender_id, seq },
    change: { kind },
    notices,
  }: { row: MessageRow; change: Change } & Pick<ChangesOptions, 'notices'>,
) {
  if (kind !== 'deleted' || sender_id === null) return {};
  const reader = sideOf(room, otherOf(room, sender_id));
  const after = reader === 'a' ? room.a_read : room.b_read;
  if (seq <= after) return {};
  const unread = await countUnread(tx, room, { reader, after });
  const isRead = unread === 0;
  if (isRead) await notices.roomRead(tx, { roomId: room.id, userId: room[reader] });
  return reader === 'a'
    ? { a_unread: unread, ...(isRead && { a_notified: false }) }
    : { b_unread: unread, ...(isRead && { b_notified: false }) };
}
